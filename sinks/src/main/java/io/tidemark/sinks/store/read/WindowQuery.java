package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which windows of a run: one metric and window length, of one step or all, one target or all, one class.
 *
 * @param windowSeconds 0 is the whole step so far
 * @param signals whether the server's signals are wanted: they cost more to read than all else of a window
 */
public record WindowQuery(
        RunKey run,
        Metric metric,
        int windowSeconds,
        OptionalInt step,
        Optional<String> target,
        String requestClass,
        boolean signals) {
    public static WindowQuery of(RunKey run, Metric metric, int windowSeconds) {
        return new WindowQuery(
                run, metric, windowSeconds, OptionalInt.empty(), Optional.empty(), RequestClass.ALL, true);
    }

    public WindowQuery step(int number) {
        return new WindowQuery(run, metric, windowSeconds, OptionalInt.of(number), target, requestClass, signals);
    }

    public WindowQuery target(String name) {
        return new WindowQuery(run, metric, windowSeconds, step, Optional.of(name), requestClass, signals);
    }

    public WindowQuery requestClass(String name) {
        return new WindowQuery(run, metric, windowSeconds, step, target, name, signals);
    }

    /** Their signals come as if there were none. */
    public WindowQuery withoutSignals() {
        return new WindowQuery(run, metric, windowSeconds, step, target, requestClass, false);
    }
}
