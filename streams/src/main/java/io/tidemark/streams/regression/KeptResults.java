package io.tidemark.streams.regression;

import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.StepResult;
import io.tidemark.streams.wire.AvroBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Final results by where they belong: a later result of the same step or segment takes the place of the earlier one. Of each group the newest
 * are kept, by an order that does not depend on when they came. Parts of keys are joined by a character that sorts before all others, so that
 * no name is the beginning of another.
 */
final class KeptResults {
    private static final char PART = '\u0001';
    private static final char NEXT = '\u0002';

    private final KeyValueStore<String, byte[]> store;

    KeptResults(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    static String key(String... parts) {
        return String.join(String.valueOf(PART), parts) + PART;
    }

    /** Without its sketches and blocks, which comparisons do not need; false if what is kept says just the same already. */
    boolean put(String key, StepResult result) {
        StepResult bare = StepResult.newBuilder(result)
                .setBlocks(List.of())
                .setMetrics(result.getMetrics().stream().map(KeptResults::bare).toList())
                .setObjectives(result.getObjectives().stream()
                        .filter(objective -> objective.getKind() == ObjectiveKind.GOOD_RATIO)
                        .toList())
                .build();
        byte[] bytes = AvroBytes.encode(StepResult.getEncoder(), bare);
        if (Arrays.equals(bytes, store.get(key))) {
            return false;
        }
        store.put(key, bytes);
        return true;
    }

    private static MetricResult bare(MetricResult metric) {
        return MetricResult.newBuilder(metric).setSketch(ByteBuffer.allocate(0)).build();
    }

    /** In the order of their keys. */
    List<StepResult> under(String prefix) {
        List<StepResult> results = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = range(prefix)) {
            entries.forEachRemaining(entry -> results.add(AvroBytes.decode(StepResult.getDecoder(), entry.value)));
        }
        return results;
    }

    /** The phase of the first run of a result's experiment and workload, by run ids, which sort by time; this result's run counts. */
    String firstPhase(StepResult result) {
        String key = key("first", result.getExperiment(), result.getWorkloadHash());
        byte[] known = store.get(key);
        String first = known == null ? "" : new String(known, StandardCharsets.UTF_8);
        String own = result.getRun() + PART + result.getPhase();
        if (known == null || own.compareTo(first) < 0) {
            store.put(key, own.getBytes(StandardCharsets.UTF_8));
            first = own;
        }
        return first.substring(first.indexOf(PART) + 1);
    }

    /** Drops the entries of the smallest groups, as many as there are beyond {@code most}. */
    void keepLast(int most, String prefix, Function<StepResult, String> group) {
        TreeSet<String> groups = new TreeSet<>();
        under(prefix).forEach(result -> groups.add(group.apply(result)));
        while (groups.size() > most) {
            String dropped = prefix + groups.pollFirst() + PART;
            List<String> keys = new ArrayList<>();
            try (KeyValueIterator<String, byte[]> entries = range(dropped)) {
                entries.forEachRemaining(entry -> keys.add(entry.key));
            }
            keys.forEach(store::delete);
        }
    }

    private KeyValueIterator<String, byte[]> range(String prefix) {
        return store.range(prefix, prefix.substring(0, prefix.length() - 1) + NEXT);
    }
}
