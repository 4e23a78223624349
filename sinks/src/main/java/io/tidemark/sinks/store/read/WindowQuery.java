package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which windows of a run: one metric and window length, of one step or all, one target or all, one class.
 *
 * @param windowSeconds 0 is the whole step so far
 * @param from earliest end, inclusive
 * @param until latest end, inclusive
 * @param signals whether the server's signals are wanted: they cost more to read than all else of a window
 */
public record WindowQuery(
        RunKey run,
        Metric metric,
        int windowSeconds,
        OptionalInt step,
        Optional<String> target,
        String requestClass,
        Optional<Instant> from,
        Optional<Instant> until,
        boolean signals) {
    public static WindowQuery of(RunKey run, Metric metric, int windowSeconds) {
        return new WindowQuery(
                run,
                metric,
                windowSeconds,
                OptionalInt.empty(),
                Optional.empty(),
                RequestClass.ALL,
                Optional.empty(),
                Optional.empty(),
                true);
    }

    public WindowQuery step(int number) {
        return new WindowQuery(
                run, metric, windowSeconds, OptionalInt.of(number), target, requestClass, from, until, signals);
    }

    public WindowQuery target(String name) {
        return new WindowQuery(run, metric, windowSeconds, step, Optional.of(name), requestClass, from, until, signals);
    }

    public WindowQuery requestClass(String name) {
        return new WindowQuery(run, metric, windowSeconds, step, target, name, from, until, signals);
    }

    /** Windows that end in this time, both ends included; an empty end is open. */
    public WindowQuery between(Optional<Instant> earliest, Optional<Instant> latest) {
        return new WindowQuery(run, metric, windowSeconds, step, target, requestClass, earliest, latest, signals);
    }

    /** Their signals come as if there were none. */
    public WindowQuery withoutSignals() {
        return new WindowQuery(run, metric, windowSeconds, step, target, requestClass, from, until, false);
    }
}
