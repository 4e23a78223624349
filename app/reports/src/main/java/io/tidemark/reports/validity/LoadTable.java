package io.tidemark.reports.validity;

import io.tidemark.events.LoadKind;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.LoadRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/** How each step's load came about, and what came of it in the steady window beside the whole step. */
final class LoadTable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final ReportModel model;

    LoadTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<List<Cell>> offered = rows(LoadTable::offered);
        if (offered.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(SparseTable.of(
                List.of(
                        Column.left("load as it was"),
                        Column.right("planned"),
                        Column.left("arrivals"),
                        Column.right("drawn req/s"),
                        Column.right("sent req/s"),
                        Column.right("lag p99"),
                        Column.right("in flight, at most"),
                        Column.right("cap"),
                        Column.right("waited for it"),
                        Column.right("conversations"),
                        Column.right("broken off"),
                        Column.left("tokens counted by")),
                offered));
        if (model.runs().stream().flatMap(run -> run.steps().stream()).anyMatch(LoadTable::hasTurns)) {
            blocks.add(Block.muted("With conversations, the planned rate counts conversations; drawn and sent count"
                    + " requests, one per turn."));
        }
        blocks.addAll(throughput());
        return blocks;
    }

    private List<Block> throughput() {
        boolean known = model.runs().stream()
                .flatMap(run -> run.steps().stream())
                .anyMatch(step -> load(step).okRequests() > 0);
        if (!known) {
            return List.of();
        }
        return List.of(
                SparseTable.of(
                        List.of(
                                Column.left("throughput"),
                                Column.right("load"),
                                Column.right("whole step"),
                                Column.right("ok req/s"),
                                Column.right("tok/s"),
                                Column.right("steady window"),
                                Column.right("ok req/s"),
                                Column.right("tok/s"),
                                Column.right("peak tok/s in 1 s")),
                        rows(LoadTable::throughput)),
                Block.muted(
                        "Whole step: including warm-up, ramp and drain. Steady window: the whole seconds in which the load"
                                + " was full. Tokens per second count tokens, not chunks, of ok requests."));
    }

    private List<List<Cell>> rows(BiFunction<RunReport, StepReport, List<Cell>> row) {
        return model.runs().stream()
                .flatMap(run -> run.steps().stream().map(step -> row.apply(run, step)))
                .toList();
    }

    private static LoadRow load(StepReport step) {
        return step.detail().state().map(StepStateRow::offered).orElse(LoadRow.NONE);
    }

    private static List<Cell> offered(RunReport run, StepReport step) {
        LoadRow load = load(step);
        OptionalLong lag = step.result().scheduleLagP99Nanos();
        OptionalInt cap = load.concurrencyCap();
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(ValueText.load(step.loadKind(), step.load())),
                Cell.of(arrivals(step)),
                digits(step.result().drawnRate()),
                digits(load.achievedRate()),
                Cell.of(lag.isPresent() ? ValueText.latency((double) lag.getAsLong()) : ""),
                count(step.result().inFlightPeak()),
                count(cap),
                Cell.of(cap.isPresent() ? ValueText.count(load.queuedRequests()) : ""),
                Cell.of(hasTurns(step) ? ValueText.count(load.conversations()) : ""),
                Cell.of(load.conversationsBrokenOff() > 0 ? ValueText.count(load.conversationsBrokenOff()) : ""),
                Cell.of(TokenCountSource.format(step)));
    }

    /** As the plan names them; a concurrency has none, for there an end makes the next due. */
    private static String arrivals(StepReport step) {
        return step.detail()
                .state()
                .map(state -> state.loadKind() == LoadKind.CONCURRENCY ? "closed loop" : state.arrivals())
                .orElse("");
    }

    private static boolean hasTurns(StepReport step) {
        long conversations = load(step).conversations();
        return conversations > 0 && conversations < step.result().counts().due();
    }

    private static List<Cell> throughput(RunReport run, StepReport step) {
        LoadRow load = load(step);
        Optional<Duration> whole =
                step.detail().state().flatMap(state -> state.ended().flatMap(end -> length(state.started(), end)));
        Optional<LoadRow.Steady> steady = load.steady();
        Optional<Duration> window = steady.flatMap(found -> length(found.from(), found.until()));
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(ValueText.load(step.loadKind(), step.load())),
                Cell.of(whole.map(ValueText::duration).orElse("")),
                perSecond(load.okRequests(), whole),
                tokens(step, perSecond(load.okOutputTokens(), whole.filter(length -> countsTokens(load)))),
                Cell.of(window.map(ValueText::duration).orElse("")),
                perSecond(steady.map(LoadRow.Steady::requests).orElse(0L), window),
                tokens(step, perSecond(steady.map(LoadRow.Steady::outputTokens).orElse(0L), window)),
                tokens(step, digits(load.peakTokensPerSecond())));
    }

    private static Cell tokens(StepReport step, Cell rate) {
        return step.hasUnfitTokens() && !rate.text().isEmpty() ? ValueFormat.NOT_KNOWN : rate;
    }

    /** False where the tokens of the answers were not counted, as in many an imported table. */
    private static boolean countsTokens(LoadRow load) {
        return load.okOutputTokens() > 0 || load.okRequests() == 0;
    }

    private static Optional<Duration> length(Instant from, Instant until) {
        return Optional.of(Duration.between(from, until)).filter(length -> length.toNanos() > 0);
    }

    private static Cell perSecond(long amount, Optional<Duration> length) {
        return Cell.of(length.map(time -> ValueText.digits(amount * NANOS_PER_SECOND / (double) time.toNanos()))
                .orElse(""));
    }

    private static Cell digits(OptionalDouble value) {
        return Cell.of(value.isPresent() ? ValueText.digits(value.getAsDouble()) : "");
    }

    private static Cell count(OptionalInt value) {
        return Cell.of(value.isPresent() ? ValueText.count(value.getAsInt()) : "");
    }
}
