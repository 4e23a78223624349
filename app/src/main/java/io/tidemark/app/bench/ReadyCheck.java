package io.tidemark.app.bench;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.producer.scrape.TargetProbe;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a server that is still starting. It is asked for its models, again and again: unlike vLLM's check no prompt is
 * sent, so that none is in its prefix cache afterwards.
 */
public final class ReadyCheck {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Surroundings surroundings;
    private final Duration atMost;

    /** @param atMostSeconds 0: it is asked once */
    public ReadyCheck(Surroundings surroundings, int atMostSeconds) {
        this.surroundings = surroundings;
        this.atMost = Duration.ofSeconds(atMostSeconds);
    }

    /** @throws CommandException if it did not answer in time, or does not serve the model */
    public TargetProbe.Probed probe(RunRequest request) throws InterruptedException {
        long untilNanos = surroundings.nanoClock().nanos() + atMost.toNanos();
        TargetCheck check = new TargetCheck(surroundings.environment());
        Optional<TargetProbe.Probed> probed = tryOnce(check, request, untilNanos);
        while (probed.isEmpty()) {
            LockSupport.parkNanos(EVERY_NANOS);
            probed = tryOnce(check, request, untilNanos);
        }
        return probed.get();
    }

    private Optional<TargetProbe.Probed> tryOnce(TargetCheck check, RunRequest request, long untilNanos)
            throws InterruptedException {
        try {
            return Optional.of(check.probe(request));
        } catch (CommandException e) {
            boolean last = surroundings.nanoClock().nanos() >= untilNanos;
            if (last || e.exitCode() != ExitCode.INFRASTRUCTURE) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
