package io.tidemark.console.live;

import io.javalin.http.sse.SseClient;
import io.tidemark.console.live.EventLog.Entry;
import io.tidemark.console.view.LiveEventView;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.ViewJson;
import io.tidemark.web.access.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One open event stream. One thread at a time writes to it: the one that {@link #acquire}d it. */
final class Viewer {
    private final SseClient client;
    private final Caller caller;
    private final Subscription subscription;
    private final BooleanSupplier entitled;
    private final EventLog log;
    private final String process;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean timeDue;
    /** The number of the last event whose effect on the runs the greeting includes. */
    private volatile long greeted;

    private volatile long seen;

    Viewer(
            SseClient client,
            Caller caller,
            Subscription subscription,
            BooleanSupplier entitled,
            EventLog log,
            String process) {
        this.client = client;
        this.caller = caller;
        this.subscription = subscription;
        this.entitled = entitled;
        this.log = log;
        this.process = process;
    }

    Caller caller() {
        return caller;
    }

    Subscription subscription() {
        return subscription;
    }

    /** Sends the first events. Runs are sent in their current state, so their events up to now are not sent again. */
    void greet(LiveEventView.Time time, Stream<LiveRunView> runs, Instant now, Duration replayed) {
        boolean resumes = subscription
                .after()
                .filter(place -> place.process().equals(process) && log.reaches(place.number()))
                .isPresent();
        long from = resumes ? subscription.after().orElseThrow().number() : log.before(now, replayed);
        client.sendEvent("hello", ViewJson.of(time), id(from));
        if (subscription.after().isPresent() && !resumes) {
            client.sendEvent("reset", "{}");
        }
        greeted = log.newest();
        runs.forEach(run -> client.sendEvent("run", ViewJson.of(run)));
        seen = from;
    }

    void dueTime() {
        timeDue = true;
    }

    boolean hasWork() {
        return timeDue || log.newest() > seen;
    }

    boolean acquire() {
        return busy.compareAndSet(false, true);
    }

    void release() {
        busy.set(false);
    }

    void write(Supplier<LiveEventView.Time> time) {
        if (timeDue) {
            timeDue = false;
            if (!entitled.getAsBoolean()) {
                client.sendEvent("expired", "{}");
                client.close();
                return;
            }
            client.sendEvent("time", ViewJson.of(time.get()), id(seen));
        }
        if (!log.reaches(seen)) {
            seen = log.newest();
            client.sendEvent("reset", "{}", id(seen));
        }
        for (Entry entry : log.after(seen)) {
            if (client.terminated()) {
                return;
            }
            boolean alreadySent = entry.run().isEmpty() && entry.number() <= greeted;
            if (!alreadySent && subscription.wants(entry)) {
                client.sendEvent(entry.name(), entry.data(), id(entry.number()));
            }
            seen = entry.number();
        }
    }

    private String id(long number) {
        return new Subscription.Place(process, number).toString();
    }

    void end() {
        client.close();
    }
}
