package io.tidemark.reports.validity;

import io.tidemark.events.LoadKind;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunStep;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.CacheShareRow;
import io.tidemark.sinks.store.read.step.LoadRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** How each step's load came about, what came of it in the steady window beside the whole step, and what of the prompts was in a cache. */
final class LoadTable {
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Columns<RunStep> OFFERED = new Columns<RunStep>()
            .left("load as it was", RunStep::phase)
            .right("planned", RunStep::loadText)
            .left("arrivals", row -> arrivals(row.step()))
            .right("drawn req/s", row -> ValueFormat.known(row.result().drawnRate(), ValueText::digits))
            .right("sent req/s", row -> ValueFormat.known(load(row).achievedRate(), ValueText::digits))
            .right("lag p99", row -> ValueFormat.known(row.result().scheduleLagP99Nanos(), ValueText::latency))
            .right("in flight, at most", row -> count(row.result().inFlightPeak()))
            .right("cap", row -> count(load(row).concurrencyCap()))
            .right(
                    "waited for it",
                    row -> countIf(
                            load(row).concurrencyCap().isPresent(), load(row).queuedRequests()))
            .right("conversations", row -> countIf(hasTurns(row), load(row).conversations()))
            .right(
                    "broken off",
                    row -> countIf(
                            load(row).conversationsBrokenOff() > 0, load(row).conversationsBrokenOff()))
            .left("tokens counted by", row -> TokenCountSource.format(row.step()));

    private static final Columns<RunStep> THROUGHPUT = new Columns<RunStep>()
            .left("throughput", RunStep::phase)
            .right("load", RunStep::loadText)
            .right("whole step", row -> whole(row).map(ValueText::duration).orElse(""))
            .right("ok req/s", row -> perSecond(load(row).okRequests(), whole(row)))
            .rightCell(
                    "tok/s",
                    row -> tokens(
                            row,
                            perSecond(
                                    load(row).okOutputTokens(), whole(row).filter(length -> countsTokens(load(row))))))
            .right("steady window", row -> window(row).map(ValueText::duration).orElse(""))
            .right("ok req/s", row -> perSecond(steady(row, LoadRow.Steady::requests), window(row)))
            .rightCell("tok/s", row -> tokens(row, perSecond(steady(row, LoadRow.Steady::outputTokens), window(row))))
            .rightCell(
                    "peak tok/s in 1 s",
                    row -> tokens(row, ValueFormat.known(load(row).peakTokensPerSecond(), ValueText::digits)));

    /** Planned, and as the server says. */
    private static final Columns<RunStep> CACHE = new Columns<RunStep>()
            .left("prefix cache", RunStep::phase)
            .right("load", RunStep::loadText)
            .right("planned share", row -> ValueFormat.known(cache(row).planned(), ValueText::percent))
            .right("measured", row -> ValueFormat.known(cache(row).measured(), ValueText::percent))
            .left("from", row -> cache(row).source())
            .left("emptied before the step", row -> cache(row).reset());

    private LoadTable() {}

    static List<Block> blocks(ReportModel model) {
        List<RunStep> steps = model.steps().toList();
        List<Block> blocks = new ArrayList<>();
        if (!steps.isEmpty()) {
            blocks.add(OFFERED.table(steps).sparse());
        }
        if (steps.stream().anyMatch(LoadTable::hasTurns)) {
            blocks.add(Block.muted("With conversations, the planned rate counts conversations; drawn and sent count"
                    + " requests, one per turn."));
        }
        if (steps.stream().anyMatch(step -> load(step).okRequests() > 0)) {
            blocks.add(THROUGHPUT.table(steps).sparse());
            blocks.add(Block.muted(
                    "Whole step: including warm-up, ramp and drain. Steady window: the whole seconds in which the load"
                            + " was full. Tokens per second count tokens, not chunks, of ok requests."));
        }
        List<RunStep> cached = steps.stream()
                .filter(step -> !cache(step).equals(CacheShareRow.NONE))
                .toList();
        if (!cached.isEmpty()) {
            blocks.add(CACHE.table(cached).sparse());
        }
        return blocks;
    }

    private static LoadRow load(RunStep row) {
        return row.step().measured().state().map(StepStateRow::offered).orElse(LoadRow.NONE);
    }

    private static CacheShareRow cache(RunStep row) {
        return row.step().measured().state().map(StepStateRow::cacheShare).orElse(CacheShareRow.NONE);
    }

    /** As the plan names them; a concurrency has none, for there an end makes the next due. */
    private static String arrivals(StepReport step) {
        return step.measured()
                .state()
                .map(state -> state.loadKind() == LoadKind.CONCURRENCY ? "closed loop" : state.arrivals())
                .orElse("");
    }

    private static boolean hasTurns(RunStep row) {
        long conversations = load(row).conversations();
        return conversations > 0 && conversations < row.result().counts().due();
    }

    private static Optional<Duration> whole(RunStep row) {
        return row.step()
                .measured()
                .state()
                .flatMap(state -> state.ended().flatMap(end -> length(state.started(), end)));
    }

    private static Optional<Duration> window(RunStep row) {
        return load(row).steady().flatMap(found -> length(found.from(), found.until()));
    }

    private static long steady(RunStep row, Function<LoadRow.Steady, Long> count) {
        return load(row).steady().map(count).orElse(0L);
    }

    private static Cell tokens(RunStep row, String rate) {
        return row.step().hasUnfitTokens() && !rate.isEmpty() ? ValueFormat.NOT_KNOWN : Cell.of(rate);
    }

    /** False where the tokens of the answers were not counted, as in many an imported table. */
    private static boolean countsTokens(LoadRow load) {
        return load.okOutputTokens() > 0 || load.okRequests() == 0;
    }

    private static Optional<Duration> length(Instant from, Instant until) {
        return Optional.of(Duration.between(from, until)).filter(length -> length.toNanos() > 0);
    }

    private static String perSecond(long amount, Optional<Duration> length) {
        return length.map(time -> ValueText.digits(amount * NANOS_PER_SECOND / (double) time.toNanos()))
                .orElse("");
    }

    private static String count(OptionalInt value) {
        return countIf(value.isPresent(), value.orElse(0));
    }

    private static String countIf(boolean isShown, long count) {
        return isShown ? ValueText.count(count) : "";
    }
}
