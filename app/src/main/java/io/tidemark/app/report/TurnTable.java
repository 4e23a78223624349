package io.tidemark.app.report;

import io.tidemark.analysis.RankedValues;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.app.report.requests.Length;
import io.tidemark.app.report.requests.TurnRow;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.MetricRow;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Conversations turn by turn: prompts grow, and what of them comes from a cache decides what a turn costs. */
final class TurnTable {
    private final ReportModel model;

    TurnTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream().flatMap(step -> rows(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading("By turn"),
                Block.plain(
                        "By turn of the conversation; tokens are medians, latencies p50 / p95 / p99, of the ok ones:"),
                SparseTable.of(
                        List.of(
                                Column.left("phase"),
                                Column.right("load"),
                                Column.right("turn"),
                                Column.right("n"),
                                Column.right("not ok"),
                                Column.right(Length.PROMPT.words()),
                                Column.right(Length.CACHED.words()),
                                Column.right(Length.OUTPUT.words()),
                                Column.right("TTFT"),
                                Column.right("TPOT"),
                                Column.right("E2E")),
                        rows));
    }

    /** One turn is no conversation. */
    private static Stream<List<Cell>> rows(RunReport run, StepReport step) {
        List<TurnRow> turns = step.detail().digest().turns();
        return turns.size() < 2 ? Stream.empty() : turns.stream().map(turn -> row(run, step, turn));
    }

    private static List<Cell> row(RunReport run, StepReport step, TurnRow turn) {
        long notOk = turn.due() - turn.ok();
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(Figures.load(step.loadKind(), step.load())),
                Cell.of(Integer.toString(turn.turn())),
                Cell.of(Figures.count(turn.due())),
                new Cell(Figures.count(notOk), notOk > 0 ? Tone.DOUBT : Tone.PLAIN),
                tokens(turn, Length.PROMPT),
                tokens(turn, Length.CACHED),
                tokens(turn, Length.OUTPUT),
                latencies(turn, run.streamed() ? run.firstTokenMetric() : Metric.TTFT),
                latencies(turn, Metric.TPOT),
                latencies(turn, Metric.E2E));
    }

    private static Cell tokens(TurnRow turn, Length length) {
        RankedValues values = turn.lengths().get(length);
        return Cell.of(values == null ? "" : Tokens.at(0.5, values));
    }

    private static Cell latencies(TurnRow turn, Metric metric) {
        MetricRow row = turn.metrics().get(metric);
        return Cell.of(
                row == null
                        ? ""
                        : Figures.latencies(Stream.of(row.p50Nanos(), row.p95Nanos(), row.p99Nanos())
                                .flatMapToLong(TurnTable::known)));
    }

    private static LongStream known(OptionalLong nanos) {
        return nanos.stream();
    }
}
