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
import io.tidemark.streams.wire.AvroBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A step's requests in blocks of at least a minute, what is left of them when the requests themselves are gone. At most {@value #MAX_BLOCKS}, and
 * fewer where these have no room in the result. Pure.
 */
final class StepBlocks {
    /** More are joined. */
    static final int MAX_BLOCKS = 128;

    private static final long MIN_NANOS = Duration.ofSeconds(60).toNanos();

    private StepBlocks() {}

    static void put(StepResult.Builder result, DueCells cells, Collection<ObjectiveState> objectives, int roomBytes) {
        if (cells.cells().isEmpty()) {
            return;
        }
        long span = cells.cells().lastKey() - cells.cells().firstKey() + 1;
        long together = (MIN_NANOS + cells.cellNanos() - 1) / cells.cellNanos();
        while (span > together * MAX_BLOCKS) {
            together *= 2;
        }
        Optional<List<StepBlock>> blocks = blocks(cells, objectives, together, roomBytes);
        while (blocks.isEmpty() && together < span) {
            together *= 2;
            blocks = blocks(cells, objectives, together, roomBytes);
        }
        if (blocks.isPresent()) {
            result.setBlockNanos(together * cells.cellNanos()).setBlocks(blocks.get());
        }
    }

    /** Of so many cells each; empty if they take more bytes than there is room for. */
    private static Optional<List<StepBlock>> blocks(
            DueCells cells, Collection<ObjectiveState> objectives, long together, int roomBytes) {
        List<StepBlock> blocks = new ArrayList<>();
        int left = roomBytes;
        long first = cells.cells().firstKey();
        for (long from = first; from <= cells.cells().lastKey(); from += together) {
            DueCell joined = new DueCell();
            cells.cells().subMap(from, from + together).values().forEach(joined::merge);
            StepBlock block = block(joined, objectives)
                    .setNumber(blocks.size())
                    .setFrom(Instant.ofEpochSecond(from * cells.cellSeconds()))
                    .build();
            left -= AvroBytes.encode(StepBlock.getEncoder(), block).length;
            if (left < 0) {
                return Optional.empty();
            }
            blocks.add(block);
        }
        return Optional.of(blocks);
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
