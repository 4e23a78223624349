package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.consume.IntervalTimer;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store tidy beside the loop that fills it: takes out what is past its retention, and holds runs for lost that fell silent. Only
 * of teams whose rows this sink writes, and of which it has stored all that there is: other sinks' teams are theirs.
 */
final class StoreMaintenance implements Runnable {
    static final Duration MAINTAIN_EVERY = Duration.ofMinutes(10);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(StoreMaintenance.class);

    private final ResultStore store;
    private final Supplier<Set<Team>> teams;
    private final Limits limits;
    private final SinkClocks clocks;
    private final LostRunDetector lostRuns;
    private final IntervalTimer maintaining;
    private final IntervalTimer looking;
    private final CountDownLatch closing = new CountDownLatch(1);
    private String lastError = "";

    /** How long rows are kept, and after which silence a run is lost. */
    record Limits(Retention retention, Duration lostAfter) {}

    /** @param teams those that are to be kept tidy now */
    StoreMaintenance(ResultStore store, Supplier<Set<Team>> teams, Limits limits, SinkClocks clocks) {
        this.store = store;
        this.teams = teams;
        this.limits = limits;
        this.clocks = clocks;
        this.lostRuns = new LostRunDetector(limits.lostAfter());
        this.maintaining = new IntervalTimer(MAINTAIN_EVERY, clocks.elapsed());
        this.looking = new IntervalTimer(LOOK_EVERY, clocks.elapsed());
    }

    /** Ends it after what it is at. For any thread. */
    void close() {
        closing.countDown();
    }

    @Override
    public void run() {
        try {
            while (!closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                runOnce();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void runOnce() {
        try {
            Set<Team> now = teams.get();
            lostRuns.retainOnly(now);
            if (looking.isDue()) {
                now.forEach(this::findLostRuns);
            }
            if (!now.isEmpty() && maintaining.isDue()) {
                now.forEach(this::maintain);
            }
            lastError = "";
        } catch (StoreException e) {
            logError(e, false);
        } catch (RuntimeException e) {
            logError(e, true);
        }
    }

    /** What the loop meets, too, it says itself. */
    private void logError(RuntimeException e, boolean defect) {
        if (closing.getCount() == 0 || lastError.equals(e.toString())) {
            return;
        }
        lastError = e.toString();
        if (defect) {
            LOG.error("the store's upkeep failed on a defect; it is tried again", e);
        } else {
            LOG.warn("the store's upkeep failed; it is tried again: {}", e.getMessage());
        }
    }

    void findLostRuns(Team team) {
        Instant now = clocks.wall().instant();
        List<RunActivity> running = store.runningRuns(team);
        for (RunActivity run :
                lostRuns.detect(running, team, now, clocks.elapsed().nanos())) {
            String reason = "nothing of it came since " + run.lastHeard() + ", for longer than "
                    + limits.lostAfter().toSeconds() + " s: its process was killed, or is cut off from Kafka";
            if (store.markLost(run, now, reason)) {
                LOG.warn("run {} of team {} is lost: {}", run.run().run(), team, reason);
            }
        }
    }

    private void maintain(Team team) {
        if (closing.getCount() == 0) {
            return;
        }
        MaintenanceResult done =
                store.maintain(team, limits.retention(), clocks.wall().instant());
        LOG.debug("took out of team {}: {}", team, done);
    }
}
