package io.tidemark.producer.runtime;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a run repeats besides sending: heartbeats, token batches, the client's time-outs, the hand-over to the publisher. Looked at many times a second
 * while a step lasts: when one of them has died or hangs, the run measures no longer what it says, and ends. May be asked by any thread.
 */
public final class PeriodicTasks {
    private final List<PeriodicTask> ticks;
    private final List<Supplier<Optional<String>>> others;

    public PeriodicTasks(List<PeriodicTask> ticks, List<Supplier<Optional<String>>> others) {
        this.ticks = List.copyOf(ticks);
        this.others = List.copyOf(others);
    }

    /** The first that has died or hangs, in words; empty while all are done. */
    public Optional<String> failure() {
        for (PeriodicTask tick : ticks) {
            Optional<String> failed = tick.failure();
            if (failed.isPresent()) {
                return failed;
            }
        }
        return others.stream().flatMap(other -> other.get().stream()).findFirst();
    }

    public void cancel() {
        ticks.forEach(PeriodicTask::cancel);
    }
}
