package io.tidemark.console.live;

import io.javalin.http.sse.SseClient;
import io.tidemark.console.view.FeedView;
import io.tidemark.console.view.LiveEventView;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.DaemonThreads;
import io.tidemark.web.access.Caller;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Open event streams of pages. Each is sent what the log holds beyond its own place, so a page that reads slowly delays no other and costs no memory;
 * one that is so slow that the log has dropped its place gets a {@code reset} event, at which it loads its data again.
 */
public final class Viewers implements AutoCloseable {
    /** Most streams at once: each browser has one for all of its tabs. */
    public static final int MAX_VIEWERS = 1_000;

    /** Of one caller; on loopback, where all are one, as many as there may be. */
    public static final int MAX_VIEWERS_OF_CALLER = 50;

    /** How much of the past a new stream replays: the events published while the page queried the store. */
    private static final Duration REPLAYED = Duration.ofMinutes(1);

    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration TIME_EVERY = Duration.ofSeconds(5);

    /** Most streams that are written to at once; a stream that does not take what it is sent holds one of them until the server gives it up. */
    private static final int WRITERS = 64;

    private final LiveTeams live;
    private final EventLog log;
    private final InstantSource clock;
    private final String process;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    private final ExecutorService writers;
    private final ScheduledExecutorService ticker;
    /** Present while there are viewers; guarded by this. */
    private Optional<ScheduledFuture<?>> ticking = Optional.empty();

    private long ticks;

    public Viewers(LiveTeams live, EventLog log, InstantSource clock, RandomGenerator random) {
        this.live = live;
        this.log = log;
        this.clock = clock;
        this.process = Ulid.next(clock, random);
        this.writers = new ThreadPoolExecutor(
                0, WRITERS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), new DaemonThreads("console-writer"));
        this.ticker = new DaemonThreads("console-viewers").scheduler();
    }

    /**
     * Sends to a client until it disconnects or loses its permission.
     *
     * @param entitled checked every few seconds: whether the client still has permission
     * @return whether there was room
     */
    public boolean add(SseClient client, Caller caller, Subscription subscription, BooleanSupplier entitled) {
        if (viewers.size() >= MAX_VIEWERS || (!caller.equals(Caller.LOCAL) && of(caller) >= MAX_VIEWERS_OF_CALLER)) {
            return false;
        }
        client.keepAlive();
        Viewer viewer = new Viewer(client, caller, subscription, entitled, log, process);
        client.onClose(() -> viewers.remove(viewer));
        viewer.greet(
                time(subscription),
                live.runs().filter(run -> subscription.wants(run.head().team())),
                clock.instant(),
                REPLAYED);
        viewers.add(viewer);
        startTicking();
        if (client.terminated()) {
            viewers.remove(viewer);
        }
        return true;
    }

    private long of(Caller caller) {
        return viewers.stream()
                .filter(viewer -> viewer.caller().name().equals(caller.name()))
                .count();
    }

    /** Streams that are open. */
    public int count() {
        return viewers.size();
    }

    private LiveEventView.Time time(Subscription subscription) {
        LiveEventView.Time all = live.time();
        return new LiveEventView.Time(
                all.now(),
                all.feeds().stream()
                        .filter((FeedView feed) -> subscription.wants(feed.team()))
                        .toList());
    }

    private synchronized void startTicking() {
        if (ticking.isEmpty() && !ticker.isShutdown()) {
            ticking = Optional.of(
                    ticker.scheduleWithFixedDelay(this::tick, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** Stops the ticks if there are no viewers. A new viewer is registered before it starts the ticks, so it cannot miss them. */
    private synchronized void stopTickingUnlessViewed() {
        if (viewers.isEmpty()) {
            ticking.ifPresent(ticks -> ticks.cancel(false));
            ticking = Optional.empty();
        }
    }

    private void tick() {
        ticks++;
        if (viewers.isEmpty()) {
            stopTickingUnlessViewed();
            return;
        }
        boolean timeIsDue = ticks % (TIME_EVERY.toMillis() / TICK.toMillis()) == 0;
        for (Viewer viewer : viewers) {
            if (timeIsDue) {
                viewer.dueTime();
            }
            if (viewer.hasWork() && viewer.acquire()) {
                write(viewer);
            }
        }
    }

    private void write(Viewer viewer) {
        try {
            writers.execute(() -> {
                try {
                    viewer.write(() -> time(viewer.subscription()));
                } finally {
                    viewer.release();
                }
            });
        } catch (RejectedExecutionException e) {
            // All writers are at work: its turn comes with a later tick.
            viewer.release();
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        viewers.forEach(Viewer::end);
        writers.shutdownNow();
    }
}
