package io.tidemark.streams.objectives;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.InFlightAges;
import io.tidemark.streams.panes.SeriesHistory;

/** An objective over its window: what ended in it, and what was in flight at its end and is bad already. */
public final class WindowMeter implements ObjectiveMeter {
    private final ObjectiveState objective;
    private final ObjectiveCounter counting;
    private final WindowJudge judging;
    private final SeriesHistory seconds;
    private final WindowTally window;

    public WindowMeter(ObjectiveState objective, SeriesHistory seconds) {
        this(
                objective,
                seconds,
                new WindowTally(new ObjectiveCounter(objective), seconds, objective.getWindowSeconds()));
    }

    private WindowMeter(ObjectiveState objective, SeriesHistory seconds, WindowTally window) {
        this.objective = objective;
        this.counting = new ObjectiveCounter(objective);
        this.judging = new WindowJudge(objective);
        this.seconds = seconds;
        this.window = window;
    }

    @Override
    public void startAt(long end) {
        window.startAt(end);
    }

    @Override
    public void advance() {
        window.advance();
    }

    @Override
    public void jumpTo(long end) {
        window.jumpTo(end);
    }

    @Override
    public long nextNonEmpty() {
        return seconds.nextNonEmpty(window.end());
    }

    @Override
    public WindowReading read(boolean wantsValue) {
        long end = window.end();
        InFlightAges ages = counting.inFlightAt(seconds, end);
        InFlightViolations inFlight = InFlightViolations.of(objective, counting.criterion(), ages);
        ObjectiveTally tally = window.sum().plusBad(inFlight.bad());
        EvidenceCounts counted = EvidenceCounts.of(tally, inFlight);
        if (tally.total() == 0) {
            return new WindowReading(end, WindowFinding.ofNothing(ages), ObjectiveValue.ZERO, counted);
        }
        if (window.isWithheld()) {
            return new WindowReading(end, WindowFinding.IN_DOUBT, ObjectiveValue.ZERO, counted);
        }
        WindowFinding finding = judging.finding(tally);
        boolean shown = wantsValue || finding == WindowFinding.PROVEN;
        ObjectiveValue value = shown ? judging.value(tally, values(), inFlight.oldestNanos()) : ObjectiveValue.ZERO;
        return new WindowReading(end, finding, value, counted);
    }

    @Override
    public ObjectiveMeter copy() {
        return new WindowMeter(objective, seconds, window.copy());
    }

    private LogHistogram values() {
        LogHistogram sum = new LogHistogram();
        if (objective.getKind() != ObjectiveKind.QUANTILE || objective.getMetric() == MetricName.UNKNOWN) {
            return sum;
        }
        Metric metric = Metric.of(objective.getMetric());
        long begin = window.end() - objective.getWindowSeconds();
        LogHistogram takenBack = new LogHistogram();
        for (long second = begin; second < window.end(); second++) {
            seconds.at(second).ifPresent(pane -> {
                sum.merge(pane.sketch(metric));
                pane.failedAfterFirstToken().stream()
                        .filter(request -> request.firstTokenSecond() >= begin)
                        .forEach(request -> retract(metric, request, takenBack));
            });
        }
        sum.subtract(takenBack);
        return sum;
    }

    /** The first token of a request that failed is no value: it is worse than any limit. */
    private static void retract(Metric metric, FailedAfterFirstToken request, LogHistogram takenBack) {
        if (metric == Metric.TTFT) {
            takenBack.add(request.ttftNanos());
        } else if (metric == Metric.TTFT_DUE) {
            takenBack.add(request.ttftDueNanos());
        }
    }
}
