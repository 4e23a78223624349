package io.tidemark.archive.local;

import io.tidemark.archive.format.Dataset;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.runtime.accumulators.StringifiedAccumulatorResult;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.jspecify.annotations.Nullable;

/**
 * Where the job stands.
 *
 * @param rows read since the job began or last fell back, by dataset
 * @param checkpoint number of the newest complete checkpoint, 0 before the first
 * @param failure why it last fell back to its checkpoint
 */
public record ArchiveProgress(Map<Dataset, Long> rows, long checkpoint, Optional<String> failure) {
    static final ArchiveProgress NONE = new ArchiveProgress(Map.of(), 0, Optional.empty());

    public ArchiveProgress {
        rows = Map.copyOf(rows);
    }

    static ArchiveProgress of(AccessExecutionGraph graph) {
        return new ArchiveProgress(
                rows(graph.getAccumulatorResultsStringified()),
                newest(graph.getCheckpointStatsSnapshot()),
                Optional.ofNullable(graph.getFailureInfo())
                        .map(info -> info.getException().getOriginalErrorClassName() + ": "
                                + rootOf(info.getExceptionAsString())));
    }

    /** The later of the two: counts only grow. */
    ArchiveProgress orLater(ArchiveProgress other) {
        return other.all() >= all() ? other : this;
    }

    private long all() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }

    /** In words, for people. */
    public String description() {
        return Arrays.stream(Dataset.values())
                .map(dataset -> "%,d %s".formatted(rows.getOrDefault(dataset, 0L), dataset.folder()))
                .collect(Collectors.joining(", "));
    }

    private static Map<Dataset, Long> rows(StringifiedAccumulatorResult[] accumulators) {
        Map<Dataset, Long> rows = new EnumMap<>(Dataset.class);
        for (StringifiedAccumulatorResult accumulator : accumulators) {
            Arrays.stream(Dataset.values())
                    .filter(dataset -> dataset.folder().equals(accumulator.getName()))
                    .forEach(dataset -> rows.put(dataset, Long.parseLong(accumulator.getValue())));
        }
        return rows;
    }

    private static long newest(@Nullable CheckpointStatsSnapshot stats) {
        if (stats == null) {
            return 0;
        }
        CompletedCheckpointStats newest = stats.getHistory().getLatestCompletedCheckpoint();
        return newest == null ? 0 : newest.getCheckpointId();
    }

    /** The last cause that a stack trace names: what a reader can do something about. */
    private static String rootOf(String trace) {
        String root = trace.lines().findFirst().orElse("");
        for (String line : trace.lines().toList()) {
            if (line.startsWith("Caused by: ")) {
                root = line.substring("Caused by: ".length());
            }
        }
        return root;
    }
}
