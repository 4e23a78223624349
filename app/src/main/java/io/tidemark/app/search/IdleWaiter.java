package io.tidemark.app.search;

import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Waits until a server is idle: no request of any client runs or waits in it, and its KV cache is as full as it was before the search,
 * where the server reports the usage. It polls once a second and needs to see the server idle twice in a row; it waits five minutes at most.
 */
final class IdleWaiter {
    static final Duration LONGEST = Duration.ofMinutes(5);

    /** Where the server says nothing of itself. */
    private static final Duration BLIND = Duration.ofSeconds(10);

    private static final double MORE_KV = 0.01;
    private static final int LOOKS = 2;

    private final ActivitySource look;
    private final OneSecondPause pause;
    private OptionalDouble kvBefore = OptionalDouble.empty();
    private boolean looked;

    IdleWaiter(ActivitySource look, OneSecondPause pause) {
        this.look = look;
        this.pause = pause;
    }

    /** Asks the server. */
    @FunctionalInterface
    interface ActivitySource {
        Optional<ScrapedActivity> read() throws InterruptedException;
    }

    /** Lets a second pass. */
    @FunctionalInterface
    interface OneSecondPause {
        void awaitSecond() throws InterruptedException;
    }

    ProbeEnvironment.IdleWait await() throws InterruptedException {
        int idle = 0;
        int seconds = 0;
        Optional<ScrapedActivity> last = look.read();
        while (idle < LOOKS && seconds < (last.isEmpty() ? BLIND : LONGEST).toSeconds()) {
            idle = last.isPresent() && isIdle(last.get()) ? idle + 1 : 0;
            pause.awaitSecond();
            seconds++;
            last = look.read();
        }
        remember(last);
        Duration waited = Duration.ofSeconds(seconds);
        String time = ValueText.duration(waited);
        if (last.isEmpty()) {
            return new ProbeEnvironment.IdleWait(waited, false, "the server does not report its load: waited " + time);
        }
        return idle >= LOOKS
                ? new ProbeEnvironment.IdleWait(waited, true, "idle after " + time)
                : new ProbeEnvironment.IdleWait(waited, false, "not idle after " + time + ": " + busy(last.get()));
    }

    private boolean isIdle(ScrapedActivity now) {
        boolean kvAsBefore = kvBefore.isEmpty()
                || now.kvUsage().isEmpty()
                || now.kvUsage().getAsDouble() <= kvBefore.getAsDouble() + MORE_KV;
        return now.requests() == 0 && kvAsBefore;
    }

    private void remember(Optional<ScrapedActivity> last) {
        if (!looked && last.isPresent()) {
            looked = true;
            kvBefore = last.get().kvUsage();
        }
    }

    private static String busy(ScrapedActivity now) {
        String full = now.kvUsage().isPresent()
                ? ", KV " + ValueText.percent(now.kvUsage().getAsDouble()) + " full"
                : "";
        return ValueText.count(Math.round(now.requests()), "request") + " run or wait" + full
                + "; with another client the figures would be invalid";
    }
}
