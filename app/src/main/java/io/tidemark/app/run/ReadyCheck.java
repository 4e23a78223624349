package io.tidemark.app.run;

import io.tidemark.app.process.OperationContext;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a server that is still starting. It is asked for its models, again and again: unlike vLLM's check no prompt is
 * sent, so that none is in its prefix cache afterwards.
 */
public final class ReadyCheck {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final OperationContext context;
    private final Duration atMost;
    private String lastRefusal = "";

    /** @param atMost zero: it is asked once */
    public ReadyCheck(OperationContext context, Duration atMost) {
        this.context = context;
        this.atMost = atMost;
    }

    /** How long a target is waited for. */
    public Duration atMost() {
        return atMost;
    }

    /** @throws OperationException if it did not answer in time, or does not name the model where the plan does not */
    public RunTargets probe(RunRequest request) throws InterruptedException {
        long untilNanos = context.nanoClock().nanos() + atMost.toNanos();
        TargetCheck check = new TargetCheck(context.environment());
        Optional<RunTargets> probed = tryOnce(check, request, untilNanos);
        if (probed.isEmpty()) {
            context.progress()
                    .warn("waiting for the target, " + ValueText.duration(atMost) + " at most: " + lastRefusal);
        }
        while (probed.isEmpty()) {
            LockSupport.parkNanos(EVERY_NANOS);
            probed = tryOnce(check, request, untilNanos);
        }
        ModelLength.require(request.plan(), probed.get());
        probed.get()
                .all()
                .forEach(each -> ModelLength.warning(request.plan(), each).ifPresent(context.progress()::warn));
        doubts(probed.get())
                .forEach(doubt -> context.progress().warn(doubt.description() + "; its first answer decides"));
        return probed.get();
    }

    private static List<TargetProbe.Doubt> doubts(RunTargets probed) {
        return probed.all().stream().flatMap(it -> it.doubt().stream()).toList();
    }

    private Optional<RunTargets> tryOnce(TargetCheck check, RunRequest request, long untilNanos)
            throws InterruptedException {
        boolean last = context.nanoClock().nanos() >= untilNanos;
        try {
            RunTargets probed = check.probe(request);
            Optional<TargetProbe.Doubt> loading =
                    doubts(probed).stream().filter(TargetProbe.Doubt::mayPass).findFirst();
            if (last || loading.isEmpty()) {
                return Optional.of(probed);
            }
            lastRefusal = loading.get().description();
            return Optional.empty();
        } catch (UnavailableException e) {
            if (last) {
                throw e;
            }
            lastRefusal = String.valueOf(e.getMessage());
            return Optional.empty();
        }
    }
}
