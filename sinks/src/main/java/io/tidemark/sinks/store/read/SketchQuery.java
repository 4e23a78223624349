package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which sketches of a run: one metric, of one class, one step or all, one target or all, that begin at or after one time and end at or before another.
 */
public record SketchQuery(
        RunKey run,
        Metric metric,
        String requestClass,
        OptionalInt step,
        Optional<String> target,
        Instant from,
        Instant until) {
    /** All of a metric, of all classes together. */
    public static SketchQuery of(RunKey run, Metric metric) {
        return new SketchQuery(
                run, metric, RequestClass.ALL, OptionalInt.empty(), Optional.empty(), Instant.MIN, Instant.MAX);
    }

    public SketchQuery requestClass(String name) {
        return new SketchQuery(run, metric, name, step, target, from, until);
    }

    public SketchQuery step(int number) {
        return new SketchQuery(run, metric, requestClass, OptionalInt.of(number), target, from, until);
    }

    public SketchQuery target(String name) {
        return new SketchQuery(run, metric, requestClass, step, Optional.of(name), from, until);
    }

    public SketchQuery between(Instant begin, Instant end) {
        return new SketchQuery(run, metric, requestClass, step, target, begin, end);
    }
}
