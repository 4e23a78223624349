package io.tidemark.reports.compare.document;

import io.tidemark.analysis.capacity.TtftStability;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** Whether TTFT stays where it was as concurrency rises, phase by phase. */
final class TtftStabilityTable {
    private static final Columns<Level> COLUMNS = new Columns<Level>()
            .left("TTFT stability", row -> row.side().name())
            .right("concurrency", row -> ValueText.digits(row.now().load()))
            .right("p50", row -> ValueText.latency(row.now().p50Nanos()))
            .right("p95", row -> ValueText.latency(row.now().p95Nanos()))
            .leftCell(
                    "against the lowest",
                    row -> row.now().equals(row.lowest())
                            ? new Cell("lowest", Tone.MUTED)
                            : cell(TtftStability.of(row.lowest(), row.now())));

    private TtftStabilityTable() {}

    private record Level(ComparedSide side, TtftStability.At lowest, TtftStability.At now) {}

    /** Empty where no phase ran two concurrencies. */
    static List<Block> blocks(List<ComparedSide> sides) {
        List<Level> rows = sides.stream().flatMap(TtftStabilityTable::levels).toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        COLUMNS.table(rows),
                        Block.muted(
                                "The check of the vllm-bench scenario repository: p50 within 50 ms of that at the lowest"
                                        + " concurrency, p95 less than twice of it at four times the concurrency."));
    }

    private static Stream<Level> levels(ComparedSide side) {
        List<TtftStability.At> levels = side.loads().stream()
                .filter(load -> load.kind() == LoadKind.CONCURRENCY && load.load() > 0)
                .flatMap(load -> at(side, load).stream())
                .toList();
        return levels.size() < 2 ? Stream.of() : levels.stream().map(level -> new Level(side, levels.get(0), level));
    }

    private static Cell cell(TtftStability stability) {
        Tone tone = switch (stability) {
            case STABLE -> Tone.GOOD;
            case ACCEPTABLE -> Tone.PLAIN;
            case UNSTABLE, SEVERE -> Tone.BAD;
        };
        return new Cell(stability.description(), tone);
    }

    /** Means over the runs of a phase; empty where it has no TTFT there. */
    private static Optional<TtftStability.At> at(ComparedSide side, LoadLevel load) {
        List<MetricRow> rows = side.stepsAt(load).stream()
                .flatMap(step -> Stream.ofNullable(step.result().metrics().get(Metric.TTFT)))
                .toList();
        OptionalDouble p50 = mean(rows, MetricRow::p50Nanos);
        OptionalDouble p95 = mean(rows, MetricRow::p95Nanos);
        return p50.orElse(0) <= 0 || p95.orElse(0) <= 0
                ? Optional.empty()
                : Optional.of(new TtftStability.At(load.load(), p50.getAsDouble(), p95.getAsDouble()));
    }

    private static OptionalDouble mean(List<MetricRow> rows, Function<MetricRow, OptionalLong> quantile) {
        return rows.stream().map(quantile).flatMapToLong(OptionalLong::stream).average();
    }
}
