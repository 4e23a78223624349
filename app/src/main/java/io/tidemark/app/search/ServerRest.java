package io.tidemark.app.search;

import io.tidemark.producer.scrape.ScrapedActivity;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Waits until a server is idle: nothing runs or waits in it, whoever sent it, and its KV cache is as full as it was before the search,
 * where it says how full it is. Looks once a second and wants to see it twice; waits five minutes at most.
 */
final class ServerRest {
    static final Duration LONGEST = Duration.ofMinutes(5);

    /** Where the server says nothing of itself. */
    private static final Duration BLIND = Duration.ofSeconds(10);

    private static final double MORE_KV = 0.01;
    private static final int LOOKS = 2;

    private final Look look;
    private final Pause pause;
    private OptionalDouble kvBefore = OptionalDouble.empty();
    private boolean looked;

    ServerRest(Look look, Pause pause) {
        this.look = look;
        this.pause = pause;
    }

    /** Asks the server. */
    @FunctionalInterface
    interface Look {
        Optional<ScrapedActivity> now() throws InterruptedException;
    }

    /** Lets a second pass. */
    @FunctionalInterface
    interface Pause {
        void second() throws InterruptedException;
    }

    Ground.Rest await() throws InterruptedException {
        int idle = 0;
        int seconds = 0;
        Optional<ScrapedActivity> last = look.now();
        while (idle < LOOKS && seconds < (last.isEmpty() ? BLIND : LONGEST).toSeconds()) {
            idle = last.isPresent() && isIdle(last.get()) ? idle + 1 : 0;
            pause.second();
            seconds++;
            last = look.now();
        }
        remember(last);
        Duration waited = Duration.ofSeconds(seconds);
        if (last.isEmpty()) {
            return new Ground.Rest(waited, false, "the server does not say what it does: waited " + seconds + " s");
        }
        return idle >= LOOKS
                ? new Ground.Rest(waited, true, "idle after " + seconds + " s")
                : new Ground.Rest(waited, false, busy(last.get(), seconds));
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

    private static String busy(ScrapedActivity now, int seconds) {
        return String.format(
                Locale.ROOT,
                "not idle after %d s: %.0f requests run or wait%s; another client would make the figures worthless",
                seconds,
                now.requests(),
                now.kvUsage().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                ", KV %.1f %% full",
                                100 * now.kvUsage().getAsDouble())
                        : "");
    }
}
