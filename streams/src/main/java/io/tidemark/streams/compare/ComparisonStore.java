package io.tidemark.streams.compare;

import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.StepResult;
import io.tidemark.streams.wire.AvroBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Final results by where they belong: a later result of the same step or segment takes the place of the earlier one. Of each group the newest
 * are kept, by an order that does not depend on when they came.
 */
record ComparisonStore(CompositeKeyStore entries) {
    /** Without its sketches and blocks, which comparisons do not need; false if what is kept says just the same already. */
    boolean put(String key, StepResult result) {
        StepResult bare = StepResult.newBuilder(result)
                .setBlocks(List.of())
                .setMetrics(result.getMetrics().stream()
                        .map(ComparisonStore::withoutSketch)
                        .toList())
                .setObjectives(result.getObjectives().stream()
                        .filter(objective -> objective.getKind() == ObjectiveKind.GOOD_RATIO)
                        .toList())
                .build();
        byte[] bytes = AvroBytes.encode(StepResult.getEncoder(), bare);
        if (Arrays.equals(bytes, entries.bytes(key).orElse(null))) {
            return false;
        }
        entries.write(key, bytes);
        return true;
    }

    private static MetricResult withoutSketch(MetricResult metric) {
        return MetricResult.newBuilder(metric).setSketch(ByteBuffer.allocate(0)).build();
    }

    /** In the order of their keys. */
    List<StepResult> under(String prefix) {
        List<StepResult> results = new ArrayList<>();
        entries.forEach(prefix, (key, bytes) -> results.add(decoded(bytes)));
        return results;
    }

    static StepResult decoded(byte[] bytes) {
        return AvroBytes.decode(StepResult.getDecoder(), bytes);
    }

    boolean hasPhase(ExperimentKey experiment, String phase) {
        return entries.firstUnder(experiment.phase(phase)).isPresent();
    }

    /** The next phase by name that has results; the first after an empty name. */
    Optional<String> phaseAfter(ExperimentKey experiment, String phase) {
        return entries.partAfter(experiment.results(), phase);
    }

    /** From here on nothing of this run is taken. */
    void exclude(String run) {
        entries.write(CompositeKeyStore.key(ComparisonExpiry.EXCLUDED, run), new byte[0]);
    }

    boolean isExcluded(String run) {
        return entries.bytes(CompositeKeyStore.key(ComparisonExpiry.EXCLUDED, run))
                .isPresent();
    }

    /** Drops the entries of the smallest groups, as many as there are beyond {@code most}. */
    void keepLast(int most, String prefix, Function<StepResult, String> group) {
        TreeSet<String> groups = new TreeSet<>();
        under(prefix).forEach(result -> groups.add(group.apply(result)));
        while (groups.size() > most) {
            entries.drop(prefix + CompositeKeyStore.key(groups.pollFirst()));
        }
    }
}
