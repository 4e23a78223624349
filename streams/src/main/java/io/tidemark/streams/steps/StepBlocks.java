package io.tidemark.streams.steps;

import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.events.BlockMetric;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.GoodRequestCriterion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A step's requests in blocks of at least a minute, what is left of them when the requests themselves are gone. At most {@value #MAX_BLOCKS}, so
 * that a result stays a small record. Pure.
 */
final class StepBlocks {
    /** More are joined. */
    static final int MAX_BLOCKS = 128;

    private static final long MIN_NANOS = Duration.ofSeconds(60).toNanos();

    private StepBlocks() {}

    static void put(StepResult.Builder result, DueCells cells, Collection<ObjectiveState> objectives) {
        if (cells.cells().isEmpty()) {
            return;
        }
        long first = cells.cells().firstKey();
        long span = cells.cells().lastKey() - first + 1;
        long together = (MIN_NANOS + cells.cellNanos() - 1) / cells.cellNanos();
        while (span > together * MAX_BLOCKS) {
            together *= 2;
        }
        List<StepBlock> blocks = new ArrayList<>();
        for (long number = 0; number * together < span; number++) {
            long from = first + number * together;
            DueCell joined = new DueCell();
            cells.cells().subMap(from, from + together).values().forEach(joined::merge);
            blocks.add(block(joined, objectives)
                    .setNumber(Math.toIntExact(number))
                    .setFrom(Instant.ofEpochSecond(from * cells.cellSeconds()))
                    .build());
        }
        result.setBlockNanos(together * cells.cellNanos()).setBlocks(blocks);
    }

    private static StepBlock.Builder block(DueCell cell, Collection<ObjectiveState> objectives) {
        Map<String, Long> bad = new TreeMap<>();
        objectives.forEach(objective -> bad.put(objective.getName(), bad(cell, objective)));
        List<BlockMetric> metrics = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            cell.sketchIfAny(metric).ifPresent(sketch -> metrics.add(metric(metric, sketch)));
        }
        return StepBlock.newBuilder()
                .setDue(cell.due())
                .setFailed(cell.failed())
                .setBad(bad)
                .setMetrics(metrics);
    }

    private static long bad(DueCell cell, ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return cell.failed();
        }
        if (objective.getKind() == ObjectiveKind.QUANTILE && Metric.of(objective.getMetric()) == Metric.ITL) {
            return cell.failed()
                    + cell.sketchIfAny(Metric.ITL)
                            .map(sketch -> sketch.count() - sketch.countAtMost(objective.getLimitNanos()))
                            .orElse(0L);
        }
        return cell.bad(GoodRequestCriterion.of(objective).text());
    }

    private static BlockMetric metric(Metric metric, LogHistogram sketch) {
        return BlockMetric.newBuilder()
                .setMetric(metric.event())
                .setCount(sketch.count())
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }
}
