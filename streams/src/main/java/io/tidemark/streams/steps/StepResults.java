package io.tidemark.streams.steps;

import io.tidemark.analysis.designeffect.LongDependence;
import io.tidemark.analysis.objective.StepVerdict;
import io.tidemark.analysis.objective.WithheldVerdict;
import io.tidemark.events.DoubtCount;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.ScrapeHistory;
import io.tidemark.streams.signals.SignalSummary;
import io.tidemark.streams.validation.ClientTimestamps;
import io.tidemark.streams.wire.AvroBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes step results. Pure. */
public final class StepResults {
    /** Of the flags that a producer gives a step, and of the reasons for which it is INVALID. */
    static final int MAX_TEXT_LENGTH = 16 << 10;

    private StepResults() {}

    /** The result of a step as it stands; nothing of it depends on the order in which requests came. */
    public static StepResult of(StepAccumulator accumulator, StepContext context, Completeness completeness) {
        StepTotals totals = accumulator.totals();
        StepResult.Builder result = counted(accumulator, context, completeness);
        if (context.where().segment().isPresent()) {
            result.setSegment(context.where().segment().getAsInt());
        } else {
            context.run().ifPresent(run -> result.setRunStatus(run.getStatus()));
            context.state().ifPresent(state -> describeWhole(result, state));
        }
        context.span().ifPresent(span -> join(result, span, context));
        if (totals.unsegmented() > 0) {
            flag(
                    result,
                    List.of(
                            ValueText.count(totals.unsegmented())
                                    + " requests are in no segment's result: their segment had expired, or too many were open"));
        }
        flagMissing(result, completeness);
        Collection<DoubtCount> doubts = doubts(accumulator, context);
        if (!isCountedByLanes(context)) {
            flagDoubts(result, doubts);
        }
        judge(result, accumulator, context, doubts);
        context.state().ifPresent(state -> invalid(result, state));
        if (completeness.isOver() && context.where().segment().isEmpty()) {
            flag(result, longSpells(accumulator));
            StepBlocks.put(result, accumulator.cells(), context.beside().objectives(), roomBytes(result.build()));
        }
        return result.build();
    }

    /** What its topic takes beside it. */
    private static int roomBytes(StepResult result) {
        return Topic.MAX_RESULT_BYTES - AvroBytes.encode(StepResult.getEncoder(), result).length;
    }

    /**
     * What one of several targets served of a step, and what it reported of itself meanwhile. Nothing judges it: objectives are of all targets
     * together. The load is that of all.
     */
    static StepResult ofTarget(String target, StepAccumulator served, StepContext context, Completeness completeness) {
        StepResult.Builder result = counted(served, context, completeness)
                .setTarget(target)
                .setRequestClass(RequestClass.ONE_TARGET)
                .setObjectives(List.of())
                .setVerdict(Verdict.UNKNOWN);
        context.run().ifPresent(run -> result.setRunStatus(run.getStatus()));
        context.span().ifPresent(span -> join(result, span, context));
        flagMissing(result, completeness);
        return result.build();
    }

    private static StepResult.Builder counted(
            StepAccumulator accumulator, StepContext context, Completeness completeness) {
        StepTotals totals = accumulator.totals();
        StepResult.Builder result = StepResult.newBuilder()
                .setRun(context.where().run())
                .setStep(context.where().step())
                .setFinality(completeness.finality())
                .setMissing(completeness.missing())
                .setDue(totals.due())
                .setSent(totals.sent())
                .setOk(totals.ok())
                .setOutcomes(totals.outcomes())
                .setPromptTokens(totals.promptTokens())
                .setOutputTokens(totals.outputTokens())
                .setMetrics(metrics(accumulator))
                .setBreaches(totals.breaches())
                .setLoad(0)
                .setMeasureFrom(Instant.EPOCH);
        context.run().ifPresent(run -> describe(result, run));
        context.state().ifPresent(state -> describe(result, state));
        return result;
    }

    private static void flagMissing(StepResult.Builder result, Completeness completeness) {
        if (completeness.missing() > 0) {
            flag(
                    result,
                    List.of(ValueText.count(completeness.missing())
                            + " announced events that may belong to it are not counted: they were never received, are dead"
                            + " letters, or found no room"));
        }
    }

    private static void describe(StepResult.Builder result, RunState run) {
        result.setExperiment(run.getExperiment())
                .setPhase(run.getPhase())
                .setBaseline(run.getBaseline())
                .setWorkloadHash(run.getWorkloadHash());
    }

    private static void describe(StepResult.Builder result, StepState state) {
        result.setTarget(state.getTarget())
                .setLoadKind(state.getLoadKind())
                .setLoad(state.getLoad())
                .setMeasureFrom(state.getMeasureFrom());
    }

    /** Sets the fields that only results of whole steps have, and that are known at the end of a step. */
    private static void describeWhole(StepResult.Builder result, StepState state) {
        result.setDrawnRate(state.getDrawnRate())
                .setScheduleLagP99Nanos(state.getScheduleLagP99Nanos())
                .setInFlightPeak(state.getInFlightPeak())
                .setPlannedCacheShare(state.getPlannedCacheShare())
                .setMeasuredCacheShare(state.getMeasuredCacheShare())
                .setCacheShareSource(state.getCacheShareSource())
                .setFlags(withinRoom(state.getFlags()));
    }

    /** The first of a producer's texts, and how many more there are: all of them may take more than a result's topic does. */
    private static List<String> withinRoom(List<String> texts) {
        int kept = 0;
        for (int room = MAX_TEXT_LENGTH;
                kept < texts.size() && room >= texts.get(kept).length();
                kept++) {
            room -= texts.get(kept).length();
        }
        if (kept == texts.size()) {
            return texts;
        }
        List<String> first = new ArrayList<>(texts.subList(0, kept));
        first.add("and " + ValueText.count(texts.size() - kept) + " more, for which a result has no room");
        return first;
    }

    private static void join(StepResult.Builder result, StepContext.Span span, StepContext context) {
        ScrapeHistory samples = context.beside().samples();
        result.setMeasureFrom(span.from()).setMeasureUntil(span.until().orElse(null));
        long untilMicros = span.until().map(ClientTimestamps::micros).orElse(Long.MAX_VALUE);
        Map<String, Double> means = new TreeMap<>();
        Map<String, Double> maxima = new TreeMap<>();
        long fromMicros = ClientTimestamps.micros(span.from());
        Set<Signal> unused = samples.outOfRange(result.getTarget(), fromMicros, untilMicros).values().stream()
                .flatMap(List::stream)
                .map(OutOfRangeValue::signal)
                .collect(Collectors.toSet());
        for (Signal signal : Signal.values()) {
            if (!unused.contains(signal)) {
                samples.summary(result.getTarget(), signal, fromMicros, untilMicros)
                        .ifPresent(spread -> put(signal, spread, means, maxima));
            }
        }
        flag(result, SignalFlags.of(samples, result.getTarget(), context.measured(span)));
        result.setSignalMeans(means).setSignalMaxima(maxima);
    }

    private static void flag(StepResult.Builder result, List<String> more) {
        List<String> flags = new ArrayList<>(result.hasFlags() ? result.getFlags() : List.of());
        flags.addAll(more);
        result.setFlags(flags);
    }

    private static void put(
            Signal signal, SignalSummary spread, Map<String, Double> means, Map<String, Double> maxima) {
        means.put(signal.id(), spread.mean());
        maxima.put(signal.id(), spread.max());
    }

    private static void judge(
            StepResult.Builder result,
            StepAccumulator accumulator,
            StepContext context,
            Collection<DoubtCount> doubts) {
        StepObjectives judge = new StepObjectives(accumulator);
        WithheldVerdict withheld = new WithheldVerdict(doubts);
        List<ObjectiveResult> judged = new ArrayList<>();
        for (ObjectiveState objective : context.beside().objectives()) {
            if (objective.getRequestClass().equals(SeriesKey.ALL)) {
                ObjectiveStatus stands = context.beside().standings().apply(objective);
                OptionalDouble left = stands.budgetRemaining();
                judged.add(ObjectiveResult.newBuilder(withheld.apply(objective, judge.judge(objective)))
                        .setStanding(stands.standing())
                        .setBudgetLeft(left.isPresent() ? left.getAsDouble() : null)
                        .setBurns(stands.burns())
                        .build());
            }
        }
        result.setObjectives(judged)
                .setVerdict(verdict(judged, ObjectiveResult::getVerdict))
                .setSustainedVerdict(verdict(judged, objective -> verdict(objective.getSustained())))
                .setShortRunVerdict(verdict(judged, objective -> verdict(objective.getShortRun())));
    }

    /** As the lanes counted them over a whole step, once it has ended; of a segment and until then by the requests so far. */
    private static Collection<DoubtCount> doubts(StepAccumulator accumulator, StepContext context) {
        return isCountedByLanes(context)
                ? context.state().map(StepState::getDoubts).orElse(List.of())
                : accumulator.totals().doubts();
    }

    private static boolean isCountedByLanes(StepContext context) {
        return context.where().segment().isEmpty()
                && context.state().filter(state -> state.getEnded() != null).isPresent();
    }

    /** The lanes flag a whole step themselves. */
    private static void flagDoubts(StepResult.Builder result, Collection<DoubtCount> doubts) {
        flag(
                result,
                doubts.stream()
                        .filter(count -> count.getCount() > 0)
                        .flatMap(
                                count -> FigureDoubt.byId(count.getDoubt())
                                        .map(doubt -> doubt.sentence(count.getCount(), count.getOf()))
                                        .stream())
                        .toList());
    }

    private static List<String> longSpells(StepAccumulator accumulator) {
        OptionalLong blocks = LongDependence.blockNanos(accumulator.cells().rankScores(Metric.E2E));
        return blocks.isEmpty()
                ? List.of()
                : List.of(
                        "long spells: E2E differs between blocks of "
                                + ValueText.duration(Duration.ofNanos(blocks.getAsLong()))
                                + " far more than shorter ones explain, so slow periods last minutes; the step contains few of them: repeat it or make it longer");
    }

    /** Where the client was the bottleneck its requests are no verdict on the server. */
    private static void invalid(StepResult.Builder result, StepState state) {
        if (state.getInvalidReasons().isEmpty()) {
            return;
        }
        flag(
                result,
                withinRoom(state.getInvalidReasons()).stream()
                        .map(reason -> "INVALID, so it is ignored: " + reason)
                        .toList());
        result.setVerdict(Verdict.INVALID).setSustainedVerdict(Verdict.INVALID).setShortRunVerdict(Verdict.INVALID);
    }

    private static Verdict verdict(List<ObjectiveResult> judged, Function<ObjectiveResult, Verdict> basis) {
        return StepVerdict.of(judged.stream().map(basis).toList());
    }

    private static Verdict verdict(@Nullable ObjectiveJudgement judgement) {
        return judgement == null ? Verdict.UNKNOWN : judgement.getVerdict();
    }

    private static List<MetricResult> metrics(StepAccumulator accumulator) {
        List<MetricResult> results = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            LogHistogram sketch = accumulator.totals().sketch(metric);
            if (!sketch.isEmpty()) {
                results.add(metric(metric, sketch, accumulator));
            }
        }
        return results;
    }

    private static MetricResult metric(Metric metric, LogHistogram sketch, StepAccumulator accumulator) {
        StepQuantiles quantiles = StepQuantiles.of(metric, accumulator);
        return MetricResult.newBuilder()
                .setMetric(metric.event())
                .setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setMinNanos(sketch.min().orElseThrow())
                .setMaxNanos(sketch.max().orElseThrow())
                .setP50Nanos(quantiles.at(0.5))
                .setP90Nanos(quantiles.at(0.9))
                .setP95Nanos(quantiles.at(0.95))
                .setP99Nanos(quantiles.at(0.99))
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }

    /** Quantiles of a step's ok requests at the nearest rank: of the exact values while all are kept, else of the sketch. */
    @FunctionalInterface
    interface StepQuantiles {
        long at(double q);

        static StepQuantiles of(Metric metric, StepAccumulator accumulator) {
            LogHistogram sketch = accumulator.totals().sketch(metric);
            boolean exact = metric != Metric.ITL
                    && accumulator.columns().rows() == accumulator.totals().due();
            if (!exact) {
                return sketch::quantile;
            }
            long[] sorted = accumulator.columns().sortedOk(metric);
            return q -> sorted[Math.max(1, (int) Math.ceil(q * sorted.length - 1e-9)) - 1];
        }
    }
}
