package io.tidemark.streams.objectives;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.Multiset;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.InFlightAges;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesHistory;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * An objective over its sliding window: what ended in it, and what was in flight at its end and is bad already. A request that failed after its
 * first token, with both seconds in the window, was counted twice: its first token is taken back until it leaves. Of a second no more first tokens
 * are taken back than were counted in it: a token batch can be lost, and a producer can name a token that it never sent. Not thread-safe.
 */
public final class WindowMeter implements ObjectiveMeter {
    private final ObjectiveState objective;
    private final ObjectiveCounter counting;
    private final WindowJudge judging;
    private final SeriesHistory seconds;
    private final NavigableMap<Long, ObjectiveTally> retracted = new TreeMap<>();
    private final DoubtTally doubts = new DoubtTally();
    private ObjectiveTally sum = ObjectiveTally.NONE;
    private long end;

    public WindowMeter(ObjectiveState objective, SeriesHistory seconds) {
        this.objective = objective;
        this.counting = new ObjectiveCounter(objective);
        this.judging = new WindowJudge(objective);
        this.seconds = seconds;
    }

    @Override
    public void startAt(long newEnd) {
        sum = ObjectiveTally.NONE;
        doubts.clear();
        retracted.clear();
        long begin = newEnd - objective.getWindowSeconds();
        for (end = begin; end < newEnd; end++) {
            enter(end, begin);
        }
    }

    @Override
    public void advance() {
        leave(end - objective.getWindowSeconds());
        enter(end, end + 1 - objective.getWindowSeconds());
        end++;
    }

    @Override
    public void jumpTo(long newEnd) {
        end = newEnd;
    }

    private void enter(long second, long begin) {
        Optional<Pane> entering = seconds.at(second);
        if (entering.isEmpty()) {
            return;
        }
        sum = sum.plus(counting.count(entering.get()));
        doubts.merge(entering.get().doubts());
        for (FailedAfterFirstToken request : entering.get().failedAfterFirstToken()) {
            if (request.isIn(begin, second) && mayBeCounted(request.firstTokenSecond())) {
                ObjectiveTally twice = counting.firstTokenOf(request);
                retracted.merge(request.firstTokenSecond(), twice, ObjectiveTally::plus);
                sum = sum.minus(twice);
            }
        }
    }

    private boolean mayBeCounted(long firstTokenSecond) {
        int counted = seconds.at(firstTokenSecond)
                .map(pane -> pane.firstTokens().size())
                .orElse(0);
        return retracted.getOrDefault(firstTokenSecond, ObjectiveTally.NONE).total() < counted;
    }

    private void leave(long second) {
        Optional<Pane> leaving = seconds.at(second);
        if (leaving.isPresent()) {
            sum = sum.minus(counting.count(leaving.get()));
            doubts.subtract(leaving.get().doubts());
        }
        ObjectiveTally back = retracted.remove(second);
        if (back != null) {
            sum = sum.plus(back);
        }
    }

    @Override
    public long nextNonEmpty() {
        return seconds.nextNonEmpty(end);
    }

    @Override
    public WindowReading read(boolean wantsValue) {
        InFlightAges ages = counting.inFlightAt(seconds, end);
        InFlightViolations inFlight = InFlightViolations.of(objective, counting.criterion(), ages);
        ObjectiveTally tally = sum.bounded().plusBad(inFlight.bad());
        EvidenceCounts counted = EvidenceCounts.of(tally, inFlight);
        if (tally.total() == 0) {
            return new WindowReading(end, WindowFinding.ofNothing(ages), ObjectiveValue.ZERO, counted);
        }
        if (counting.isWithheld(doubts)) {
            return new WindowReading(end, WindowFinding.IN_DOUBT, ObjectiveValue.ZERO, counted);
        }
        WindowFinding finding = judging.finding(tally);
        boolean shown = wantsValue || finding == WindowFinding.PROVEN;
        ObjectiveValue value = shown ? judging.value(tally, values(), inFlight.oldestNanos()) : ObjectiveValue.ZERO;
        return new WindowReading(end, finding, value, counted);
    }

    @Override
    public ObjectiveMeter copy() {
        WindowMeter copy = new WindowMeter(objective, seconds);
        copy.retracted.putAll(retracted);
        copy.doubts.merge(doubts);
        copy.sum = sum;
        copy.end = end;
        return copy;
    }

    private LogHistogram values() {
        LogHistogram values = new LogHistogram();
        if (objective.getKind() != ObjectiveKind.QUANTILE || objective.getMetric() == MetricName.UNKNOWN) {
            return values;
        }
        Metric metric = Metric.of(objective.getMetric());
        long begin = end - objective.getWindowSeconds();
        Map<Long, Multiset<Long>> failed = failedFirstTokens(metric, begin);
        for (long second = begin; second < end; second++) {
            Multiset<Long> without = failed.getOrDefault(second, ImmutableMultiset.of());
            seconds.at(second).ifPresent(pane -> {
                if (without.isEmpty()) {
                    values.merge(pane.sketch(metric));
                } else {
                    LongStream.of(ObjectiveCounter.firstTokens(metric, pane.firstTokens()))
                            .filter(value -> !without.remove(value))
                            .forEach(values::add);
                }
            });
        }
        return values;
    }

    /** By their second, those that are left out: the first token of a request that failed is no value, it is worse than any limit. */
    private Map<Long, Multiset<Long>> failedFirstTokens(Metric metric, long begin) {
        Map<Long, Multiset<Long>> failed = new HashMap<>();
        if (metric != Metric.TTFT && metric != Metric.TTFT_DUE) {
            return failed;
        }
        for (long second = begin; second < end; second++) {
            long failedSecond = second;
            seconds.at(second)
                    .ifPresent(pane -> pane.failedAfterFirstToken().stream()
                            .filter(request -> request.isIn(begin, failedSecond))
                            .forEach(request -> failed.computeIfAbsent(
                                            request.firstTokenSecond(), unseen -> HashMultiset.create())
                                    .add(metric == Metric.TTFT ? request.ttftNanos() : request.ttftDueNanos())));
        }
        return failed;
    }
}
