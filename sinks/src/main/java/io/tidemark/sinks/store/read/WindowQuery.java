package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.Optional;
import java.util.OptionalInt;

/** Which windows of a run: one metric and window length, of one step or all, one target or all, one class. {@code windowSeconds} 0 is the whole step so far. */
public record WindowQuery(
        RunKey run, Metric metric, int windowSeconds, OptionalInt step, Optional<String> target, String requestClass) {
    public static WindowQuery of(RunKey run, Metric metric, int windowSeconds) {
        return new WindowQuery(run, metric, windowSeconds, OptionalInt.empty(), Optional.empty(), RequestClass.ALL);
    }

    public WindowQuery step(int number) {
        return new WindowQuery(run, metric, windowSeconds, OptionalInt.of(number), target, requestClass);
    }

    public WindowQuery target(String name) {
        return new WindowQuery(run, metric, windowSeconds, step, Optional.of(name), requestClass);
    }

    public WindowQuery requestClass(String name) {
        return new WindowQuery(run, metric, windowSeconds, step, target, name);
    }
}
