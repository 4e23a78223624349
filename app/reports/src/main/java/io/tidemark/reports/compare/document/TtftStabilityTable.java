package io.tidemark.reports.compare.document;

import io.tidemark.analysis.capacity.TtftStability;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
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
    private final List<ComparedSide> sides;

    TtftStabilityTable(List<ComparedSide> sides) {
        this.sides = List.copyOf(sides);
    }

    /** Empty where no phase ran two concurrencies. */
    List<Block> blocks() {
        List<List<Cell>> rows = sides.stream().flatMap(this::rows).toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Table(
                                List.of(
                                        Column.left("TTFT stability"),
                                        Column.right("concurrency"),
                                        Column.right("p50"),
                                        Column.right("p95"),
                                        Column.left("against the lowest")),
                                rows),
                        Block.muted(
                                "The check of the vllm-bench scenario repository: p50 within 50 ms of that at the lowest"
                                        + " concurrency, p95 less than twice of it at four times the concurrency."));
    }

    private Stream<List<Cell>> rows(ComparedSide side) {
        List<TtftStability.At> levels = side.loads().stream()
                .filter(load -> load.kind() == LoadKind.CONCURRENCY && load.load() > 0)
                .flatMap(load -> at(side, load).stream())
                .toList();
        return levels.size() < 2 ? Stream.of() : levels.stream().map(level -> row(side, levels.get(0), level));
    }

    private static List<Cell> row(ComparedSide side, TtftStability.At lowest, TtftStability.At now) {
        Cell verdict = now.equals(lowest) ? new Cell("lowest", Tone.MUTED) : cell(TtftStability.of(lowest, now));
        return List.of(
                Cell.of(side.name()),
                Cell.of(ValueText.digits(now.concurrency())),
                Cell.of(ValueText.latency(now.p50Nanos())),
                Cell.of(ValueText.latency(now.p95Nanos())),
                verdict);
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
