package io.tidemark.reports.section;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.TokenQuantileFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.requests.TokenLength;
import io.tidemark.reports.requests.TurnRow;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.stream.Stream;

/** Conversations turn by turn: prompts grow, and what of them comes from a cache decides what a turn costs. */
public final class TurnTable {
    private final ReportModel model;

    public TurnTable(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        return new StepPartsTable(
                        "By turn",
                        "By turn of the conversation; tokens are medians, latencies p50 / p95 / p99, of the ok ones:",
                        List.of(
                                Column.right("turn"),
                                Column.right("n"),
                                Column.right("errors"),
                                Column.right(TokenLength.PROMPT.label()),
                                Column.right(TokenLength.CACHED.label()),
                                Column.right(TokenLength.OUTPUT.label()),
                                Column.right("TTFT"),
                                Column.right("TPOT"),
                                Column.right("E2E")),
                        TurnTable::rows)
                .blocks(model);
    }

    /** One turn is no conversation. */
    private static Stream<List<Cell>> rows(RunReport run, StepReport step) {
        List<TurnRow> turns = step.detail().requests().turns();
        return turns.size() < 2 ? Stream.empty() : turns.stream().map(turn -> row(run, turn, step));
    }

    private static List<Cell> row(RunReport run, TurnRow turn, StepReport step) {
        List<String> flags = step.result().flags();
        long failed = turn.due() - turn.ok();
        return List.of(
                Cell.of(Integer.toString(turn.turn())),
                Cell.of(ValueText.count(turn.due())),
                new Cell(ValueText.count(failed), failed > 0 ? Tone.DOUBT : Tone.PLAIN),
                tokens(turn, TokenLength.PROMPT),
                tokens(turn, TokenLength.CACHED),
                step.hasUnfitTokens() ? ValueFormat.NOT_KNOWN : tokens(turn, TokenLength.OUTPUT),
                ValueFormat.percentiles(turn.metrics(), run.streamed() ? run.firstTokenMetric() : Metric.TTFT, flags),
                ValueFormat.percentiles(turn.metrics(), Metric.TPOT, flags),
                ValueFormat.percentiles(turn.metrics(), Metric.E2E, flags));
    }

    private static Cell tokens(TurnRow turn, TokenLength length) {
        RankedValues values = turn.lengths().get(length);
        return Cell.of(values == null ? "" : TokenQuantileFormat.format(0.5, values));
    }
}
