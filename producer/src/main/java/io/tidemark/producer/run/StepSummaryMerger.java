package io.tidemark.producer.run;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.tally.FigureDoubts;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepOfferedLoad;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepThroughput;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** What became of a step's requests on the side of all lanes together. */
final class StepSummaryMerger {
    private final StepPlan plan;
    private final Map<String, LaneStepEnd> ends;

    StepSummaryMerger(StepPlan plan, Map<String, LaneStepEnd> ends) {
        this.plan = plan;
        this.ends = Map.copyOf(ends);
    }

    /** The lane's summary with every lane's requests in it. */
    StepSummary mergeInto(StepSummary own) {
        LogHistogram lag = lag();
        return new StepSummary(
                own.step(),
                offered(),
                counts(),
                lag.isEmpty() ? OptionalLong.empty() : OptionalLong.of(lag.quantile(0.99)),
                flow(),
                own.cache(),
                clientError(),
                own.failures(),
                flags(),
                FigureDoubts.sum(
                        ends.values().stream().map(LaneStepEnd::getDoubts).toList()));
    }

    private Optional<String> clientError() {
        return ends.entrySet().stream()
                .filter(end -> !end.getValue().getClientError().isEmpty())
                .min(Map.Entry.comparingByKey())
                .map(end -> end.getKey() + ": " + end.getValue().getClientError());
    }

    /** From the step's start: when the last lane's measured part ended. */
    long measureUntilNanos() {
        return ends.values().stream()
                .mapToLong(LaneStepEnd::getMeasureUntilNanos)
                .max()
                .orElse(0);
    }

    private long sum(ToLongFunction<LaneStepEnd> field) {
        return ends.values().stream().mapToLong(field).sum();
    }

    private LogHistogram lag() {
        LogHistogram lag = new LogHistogram();
        ends.values().forEach(end -> lag.merge(LogHistogram.decode(bytes(end.getScheduleLag()))));
        return lag;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private StepOfferedLoad offered() {
        return StepOfferedLoad.of(
                plan,
                sum(LaneStepEnd::getMeasuredDue),
                sum(LaneStepEnd::getSentInMeasuredPart),
                measureUntilNanos() - plan.warmUp().toNanos());
    }

    private StepCounts counts() {
        Map<Outcome, Long> outcomes = outcomes(ends.values());
        return new StepCounts(
                sum(LaneStepEnd::getDue),
                sum(LaneStepEnd::getSent),
                outcomes.values().stream().mapToLong(Long::longValue).sum(),
                outcomes.getOrDefault(Outcome.DROPPED, 0L),
                sum(LaneStepEnd::getMeasuredDue),
                sum(LaneStepEnd::getSentInSchedule),
                StepCounts.Now.NONE,
                Math.toIntExact(sum(LaneStepEnd::getInFlightPeak)),
                outcomes);
    }

    private static Map<Outcome, Long> outcomes(Collection<LaneStepEnd> ends) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        ends.forEach(end ->
                end.getOutcomes().forEach((name, count) -> outcomes.merge(Outcome.valueOf(name), count, Long::sum)));
        return outcomes;
    }

    /** Without what cannot be distinguished from sums: the moment of the peak, the steady window, the fullest second. */
    private StepThroughput flow() {
        return new StepThroughput(
                OptionalLong.empty(),
                new StepThroughput.Conversations(
                        sum(LaneStepEnd::getConversations),
                        sum(LaneStepEnd::getConversationsBrokenOff),
                        sum(LaneStepEnd::getQueuedRequests)),
                new StepThroughput.Output(
                        sum(LaneStepEnd::getOkRequests),
                        sum(LaneStepEnd::getOkOutputTokens),
                        StepThroughput.Steady.NONE,
                        new StepThroughput.Peak(OptionalDouble.empty(), TokenSource.UNKNOWN)));
    }

    private List<String> flags() {
        List<String> flags = new ArrayList<>();
        flags.add("sent by " + ends.size()
                + " lanes: the in-flight peak is the sum of their peaks, an upper bound; the steady window is unknown");
        ends.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(end -> end.getValue().getFlags().forEach(flag -> flags.add(end.getKey() + ": " + flag)));
        return flags;
    }
}
