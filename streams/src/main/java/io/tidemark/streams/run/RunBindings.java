package io.tidemark.streams.run;

import io.tidemark.events.TargetRef;
import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord.Binding;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.Record;

/** Asks the task of a target to send its samples to a run, or to do so no longer. */
final class RunBindings {
    private final Consumer<Record<String, RoutedRecord>> output;

    RunBindings(Consumer<Record<String, RoutedRecord>> output) {
        this.output = output;
    }

    /** A run that there was no room for was taken from its targets with their next samples. */
    void begin(TrackedRun run, long nowMillis) {
        targets(run).forEach(target -> send(target, new Binding(run.run(), Binding.NOT_ENDED), nowMillis));
    }

    /** Ends the bindings of the run's targets, whose samples it no longer gets; for a run that has ended this is already done. */
    void end(TrackedRun run) {
        targets(run).forEach(target -> end(run.run(), target, run.lastDataMillis()));
    }

    /** Until then the run got samples of the target. */
    void end(String run, String target, long endedMillis) {
        send(target, new Binding(run, TimeUnit.MILLISECONDS.toMicros(endedMillis)), endedMillis);
    }

    /** Of a run that has not ended. */
    private static Stream<String> targets(TrackedRun run) {
        return run.definitions().run().filter(state -> !run.definitions().hasEnded()).stream()
                .flatMap(state -> state.getTargets().stream())
                .map(TargetRef::getName);
    }

    private void send(String target, Binding binding, long millis) {
        byte[] value = TargetInboxCodec.encode(binding);
        output.accept(new Record<>(target, new RoutedRecord(Destination.TARGET_INBOX, value), millis));
    }
}
