package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.ResultKey;
import io.tidemark.sinks.store.read.step.BlockRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the blocks of step results. */
public final class BlockQueries {
    private static final String OF_RESULT =
            " WHERE team = ? AND run = ? AND step = ? AND target = ? AND request_class = ? ORDER BY block";

    private final QueryRunner reads;

    public BlockQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public List<BlockRow> blocks(ResultKey result) {
        return reads.snapshot(() -> {
            Map<Integer, Map<Metric, LogHistogram>> metrics = metrics(result);
            return reads.list(
                    "SELECT * FROM step_blocks" + OF_RESULT,
                    fields -> block(fields, metrics.getOrDefault(fields.integer("block"), Map.of())),
                    key(result));
        });
    }

    private Map<Integer, Map<Metric, LogHistogram>> metrics(ResultKey result) {
        Map<Integer, Map<Metric, LogHistogram>> byBlock = new HashMap<>();
        reads.list(
                "SELECT block, metric, sketch FROM step_block_metrics" + OF_RESULT,
                fields -> {
                    Optional<Metric> metric = fields.metric("metric");
                    if (metric.isPresent()) {
                        byBlock.computeIfAbsent(fields.integer("block"), block -> new EnumMap<>(Metric.class))
                                .put(metric.get(), LogHistogram.decode(fields.bytes("sketch")));
                    }
                    return metric;
                },
                key(result));
        return byBlock;
    }

    private static BlockRow block(RowFields fields, Map<Metric, LogHistogram> metrics) throws SQLException {
        return new BlockRow(
                fields.integer("block"),
                fields.instant("from_micros"),
                Duration.ofNanos(fields.longInteger("block_nanos")),
                fields.longInteger("due"),
                fields.longInteger("not_ok"),
                fields.json("bad", ColumnValues.LONG_MAP),
                metrics);
    }

    private static Object[] key(ResultKey result) {
        return new Object[] {
            result.run().team().name(), result.run().run(), result.step(), result.target(), result.requestClass()
        };
    }
}
