package io.tidemark.bench.scale;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.load.RunShape;
import io.tidemark.events.Finality;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts the windows that a host writes for one run, and knows whether the step's result is FINAL. */
final class WindowRecordCounts {
    private final EventDecoder<WindowStats> windowDecoder;
    private final EventDecoder<StepResult> stepDecoder;
    private final String windowsTopic;
    private final RunShape shape;
    private final Map<String, Ends> byKey = new HashMap<>();
    private long lastNanos;
    private boolean hasFinal;

    WindowRecordCounts(BenchmarkCluster stack, Team team, RunShape shape) {
        this.windowDecoder = stack.registry().decoder(WindowStats.class);
        this.stepDecoder = stack.registry().decoder(StepResult.class);
        this.windowsTopic = Topic.WINDOWS.in(team);
        this.shape = shape;
    }

    boolean hasFinal() {
        return hasFinal;
    }

    /** When the latest record came. */
    long lastNanos() {
        return lastNanos;
    }

    void take(ConsumerRecord<byte[], byte[]> record, long nowNanos) {
        lastNanos = nowNanos;
        if (record.topic().equals(windowsTopic)) {
            window(record);
            return;
        }
        StepResult result = stepDecoder.decode(RecordPosition.of(record), record.value());
        hasFinal |= result.getFinality() == Finality.FINAL && result.getDue() == shape.requests();
    }

    private void window(ConsumerRecord<byte[], byte[]> record) {
        byKey.computeIfAbsent(new String(record.key(), StandardCharsets.UTF_8), unseen -> new Ends(shape.start()))
                .add(windowDecoder.decode(RecordPosition.of(record), record.value()));
    }

    CatchUpBench.Row row(int seconds, long keptFigures) {
        return new CatchUpBench.Row(
                seconds,
                shape.requests(),
                sum(ends -> ends.written.cardinality()),
                sum(ends -> ends.finals.cardinality()),
                sum(ends -> ends.records),
                sum(ends -> ends.tooOften.cardinality()),
                sum(ends -> ends.unchanged),
                keptFigures);
    }

    private long sum(ToLongFunction<Ends> figure) {
        return byKey.values().stream().mapToLong(figure).sum();
    }

    /** The windows of one key by the seconds of the run at which they end: a few bits each, for they are on the heap that is measured. */
    private static final class Ends {
        /** A window is not amended later than so many windows after it. */
        private static final int COMPARED = 4_096;

        private final Instant start;
        private final BitSet written = new BitSet();
        private final BitSet twice = new BitSet();
        private final BitSet tooOften = new BitSet();
        private final BitSet finals = new BitSet();
        private final int[] contents = new int[COMPARED];
        private long records;
        private long unchanged;

        Ends(Instant start) {
            this.start = start;
        }

        void add(WindowStats window) {
            int end = Math.toIntExact(window.getEnd().getEpochSecond() - start.getEpochSecond());
            int content = WindowStats.newBuilder(window).setRevision(0).build().hashCode();
            unchanged += written.get(end) && contents[end % COMPARED] == content ? 1 : 0;
            contents[end % COMPARED] = content;
            tooOften.set(end, twice.get(end));
            twice.set(end, written.get(end));
            written.set(end);
            finals.set(end, window.getFinality() == Finality.FINAL);
            records++;
        }
    }
}
