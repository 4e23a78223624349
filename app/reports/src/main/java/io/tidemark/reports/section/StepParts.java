package io.tidemark.reports.section;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunStep;
import io.tidemark.reports.model.StepDetail.ServerShare;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.model.TargetShare;
import io.tidemark.reports.requests.RequestSummary.TurnRow;
import io.tidemark.reports.requests.TokenLength;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Parts of steps, a table each: what targets and servers did, classes of requests, and turns of conversations. */
public final class StepParts {
    private StepParts() {}

    /** A part of a step. */
    private record Part<T>(RunStep step, T part) {}

    /** What each of several targets served, so that a slow one among them is seen. */
    public static List<Block> targets(ReportModel model) {
        Columns<Part<TargetShare>> columns = StepParts.<TargetShare>columns()
                .left("target", row -> row.part().target())
                .right("n", row -> ValueText.count(row.part().result().counts().due()))
                .rightCell("share", row -> share(row.part()))
                .right("expected share", row -> ValueText.percent(row.part().expectedShare()))
                .rightCell("errors", row -> ValueFormat.errors(row.part().failed()));
        List<Block> table = blocks(
                "By target",
                "By target, p50 / p95 / p99 of the ok requests:",
                withLatencies(columns, target -> target.result().metrics())
                        .right("cache hits", row -> ValueFormat.known(row.part().cacheHitShare(), ValueText::percent))
                        .table(parts(model, step -> step.detail().targets())));
        Block foot = Block.muted(
                "Objectives, verdicts and breaches are of all targets together. cache hits: share of the tokens that"
                        + " the prefix cache of the target was asked for and held, by its own counters.");
        return table.isEmpty()
                ? table
                : Stream.concat(table.stream(), Stream.of(foot)).toList();
    }

    private static Cell share(TargetShare target) {
        String share = ValueText.percent(target.share());
        return target.isUneven() ? new Cell(share + " uneven", Tone.DOUBT) : Cell.of(share);
    }

    /** What each of several servers behind one target, as the replicas behind a router, reported of itself. */
    public static List<Block> servers(ReportModel model) {
        Columns<Part<ServerShare>> columns = StepParts.<ServerShare>columns()
                .left("server", row -> row.part().instance())
                .right(
                        "finished",
                        row -> ValueFormat.known(row.part().finished(), count -> ValueText.count(Math.round(count))))
                .right("share", StepParts::finishedShare)
                .right("cache hits", row -> ValueFormat.known(row.part().cacheHitShare(), ValueText::percent))
                .right("running", row -> ValueFormat.known(row.part().running(), ValueText::digits))
                .right("KV use", row -> ValueFormat.known(row.part().kvUsage(), ValueText::percent));
        return blocks(
                "By server",
                "By server behind the target, from its own metrics page, over the measured part:",
                columns.table(parts(model, step -> step.detail().servers())));
    }

    private static String finishedShare(Part<ServerShare> row) {
        double all = row.step().step().detail().servers().stream()
                .mapToDouble(server -> server.finished().orElse(0))
                .sum();
        return ValueFormat.known(row.part().finished(), count -> all == 0 ? "" : ValueText.percent(count / all));
    }

    /** Percentiles of the request classes: turns, data sets, cached answers and whatever a plan labels. */
    public static List<Block> classes(ReportModel model) {
        Columns<Part<StepResultRow>> columns = StepParts.<StepResultRow>columns()
                .left("class", row -> row.part().requestClass())
                .right("n", row -> ValueText.count(row.part().counts().due()))
                .rightCell(
                        "errors", row -> ValueFormat.errors(row.part().counts().failed()));
        return blocks(
                "By class",
                "By class of request, p50 / p95 / p99 of the ok ones:",
                withLatencies(columns, StepResultRow::metrics)
                        .table(parts(
                                model,
                                step -> step.detail().classes().stream()
                                        .filter(result -> RequestClass.isPartOfAll(result.requestClass()))
                                        .toList())));
    }

    /** Conversations turn by turn: prompts grow, and what of them comes from a cache decides what a turn costs. One turn is no conversation. */
    public static List<Block> turns(ReportModel model) {
        Columns<Part<TurnRow>> columns = StepParts.<TurnRow>columns()
                .right("turn", row -> Integer.toString(row.part().turn()))
                .right("n", row -> ValueText.count(row.part().due()))
                .rightCell(
                        "errors",
                        row -> ValueFormat.errors(row.part().due() - row.part().ok()));
        Stream.of(TokenLength.PROMPT, TokenLength.CACHED, TokenLength.OUTPUT)
                .forEach(length -> columns.rightCell(length.label(), row -> tokens(row, length)));
        return blocks(
                "By turn",
                "By turn of the conversation; tokens are medians, latencies p50 / p95 / p99, of the ok ones:",
                withLatencies(columns, TurnRow::metrics)
                        .table(parts(
                                model,
                                step -> step.detail().requests().turns().size() < 2
                                        ? List.of()
                                        : step.detail().requests().turns())));
    }

    private static Cell tokens(Part<TurnRow> row, TokenLength length) {
        if (length == TokenLength.OUTPUT && row.step().step().hasUnfitTokens()) {
            return ValueFormat.NOT_KNOWN;
        }
        RankedValues values = row.part().lengths().get(length);
        return Cell.of(values == null ? "" : ValueFormat.tokens(0.5, values));
    }

    private static <T> Columns<Part<T>> columns() {
        return new Columns<Part<T>>()
                .left("phase", row -> row.step().phase())
                .right("load", row -> row.step().loadText());
    }

    private static <T> Columns<Part<T>> withLatencies(
            Columns<Part<T>> columns, Function<T, Map<Metric, MetricRow>> metrics) {
        return columns.rightCell(
                        "TTFT",
                        row -> percentiles(
                                row,
                                metrics,
                                row.step().run().streamed() ? row.step().run().firstTokenMetric() : Metric.TTFT))
                .rightCell("TPOT", row -> percentiles(row, metrics, Metric.TPOT))
                .rightCell("E2E", row -> percentiles(row, metrics, Metric.E2E));
    }

    private static <T> Cell percentiles(Part<T> row, Function<T, Map<Metric, MetricRow>> metrics, Metric metric) {
        return ValueFormat.percentiles(
                metrics.apply(row.part()), metric, row.step().step().measured().flags());
    }

    private static <T> List<Part<T>> parts(ReportModel model, Function<StepReport, List<T>> ofStep) {
        return model.steps()
                .flatMap(step -> ofStep.apply(step.step()).stream().map(part -> new Part<T>(step, part)))
                .toList();
    }

    /** Empty where no step has a part to show. */
    private static List<Block> blocks(String heading, String introduction, Block.Table table) {
        return table.rows().isEmpty()
                ? List.of()
                : List.of(new Block.Heading(heading), Block.plain(introduction), table.sparse());
    }
}
