package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;

import io.tidemark.events.BlockMetric;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepResult;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.table.ResultTables.Part;
import java.util.function.Function;

/** Tables of the blocks of step results, which are replaced together with the result. */
public final class BlockTables {
    private BlockTables() {}

    /** A metric with the block that it is of. */
    public record Measured(StepBlock block, BlockMetric metric) {}

    public static StoreTable<Part<StepBlock>> blocks() {
        return BlockTables.<StepBlock>keyed("step_blocks", StepBlock::getNumber)
                .column("from_micros", row -> micros(row.event().part().getFrom()))
                .column("block_nanos", row -> row.event().result().getBlockNanos())
                .column("due", row -> row.event().part().getDue())
                .column("failed", row -> row.event().part().getFailed())
                .column("bad", row -> json(row.event().part().getBad()))
                .keepFirst();
    }

    public static StoreTable<Part<Measured>> metrics() {
        return BlockTables.<Measured>keyed(
                        "step_block_metrics", measured -> measured.block().getNumber())
                .key("metric", row -> row.event().part().metric().getMetric().name())
                .column("count", row -> row.event().part().metric().getCount())
                .column(
                        "sketch",
                        row -> ColumnValues.bytes(row.event().part().metric().getSketch()))
                .keepFirst();
    }

    private static <P> StoreTable.Builder<Part<P>> keyed(String name, Function<P, Integer> number) {
        return StoreTable.<Part<P>>named(name)
                .key("run", row -> result(row).getRun())
                .key("step", row -> result(row).getStep())
                .key("target", row -> result(row).getTarget())
                .key("request_class", row -> result(row).getRequestClass())
                .key("block", row -> number.apply(row.event().part()));
    }

    private static <P> StepResult result(EventRow<Part<P>> row) {
        return row.event().result();
    }
}
