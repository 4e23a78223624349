package io.tidemark.app.run;

import io.tidemark.app.process.CommandContext;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a server that is still starting. It is asked for its models, again and again: unlike vLLM's check no prompt is
 * sent, so that none is in its prefix cache afterwards.
 */
public final class ReadyCheck {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final CommandContext surroundings;
    private final Duration atMost;
    private String lastRefusal = "";

    /** @param atMost zero: it is asked once */
    public ReadyCheck(CommandContext surroundings, Duration atMost) {
        this.surroundings = surroundings;
        this.atMost = atMost;
    }

    /** @throws CommandException if it did not answer in time, or does not serve the model */
    public RunTargets probe(RunRequest request) throws InterruptedException {
        long untilNanos = surroundings.nanoClock().nanos() + atMost.toNanos();
        TargetCheck check = new TargetCheck(surroundings.environment());
        Optional<RunTargets> probed = tryOnce(check, request, untilNanos);
        if (probed.isEmpty()) {
            surroundings
                    .terminal()
                    .warn("waiting for the target, " + atMost.toSeconds() + " s at most: " + lastRefusal);
        }
        while (probed.isEmpty()) {
            LockSupport.parkNanos(EVERY_NANOS);
            probed = tryOnce(check, request, untilNanos);
        }
        return probed.get();
    }

    private Optional<RunTargets> tryOnce(TargetCheck check, RunRequest request, long untilNanos)
            throws InterruptedException {
        try {
            return Optional.of(check.probe(request));
        } catch (CommandException e) {
            boolean last = surroundings.nanoClock().nanos() >= untilNanos;
            if (last || e.exitCode() != ExitCode.INFRASTRUCTURE) {
                throw e;
            }
            lastRefusal = String.valueOf(e.getMessage());
            return Optional.empty();
        }
    }
}
