package io.tidemark.streams.slo;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.BrokenOff;

/** An objective over its window: what ended in it, and what was in flight at its end and is bad already. */
final class WindowMeter implements Meter {
    private final ObjectiveState objective;
    private final Counting counting;
    private final Judging judging;
    private final Seconds seconds;
    private final WindowTally window;

    WindowMeter(ObjectiveState objective, Seconds seconds) {
        this(objective, seconds, new WindowTally(new Counting(objective), seconds, objective.getWindowSeconds()));
    }

    private WindowMeter(ObjectiveState objective, Seconds seconds, WindowTally window) {
        this.objective = objective;
        this.counting = new Counting(objective);
        this.judging = new Judging(objective);
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
    public long nextBusy() {
        return seconds.nextBusy(window.end());
    }

    @Override
    public Reading read(boolean wantsValue) {
        long end = window.end();
        Ages ages = counting.inFlightAt(seconds, end);
        InFlight inFlight = InFlight.of(objective, counting.criterion(), ages);
        Tally tally = window.sum().plusBad(inFlight.bad());
        Counted counted = Counted.of(tally, inFlight);
        if (tally.total() == 0) {
            return new Reading(end, Finding.ofNothing(ages), Figure.ZERO, counted);
        }
        Finding finding = judging.finding(tally);
        boolean shown = wantsValue || finding == Finding.PROVEN;
        Figure value = shown ? judging.value(tally, values(), inFlight.oldestNanos()) : Figure.ZERO;
        return new Reading(end, finding, value, counted);
    }

    @Override
    public Meter copy() {
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
                pane.brokenOff().stream()
                        .filter(request -> request.firstTokenSecond() >= begin)
                        .forEach(request -> takeBack(metric, request, takenBack));
            });
        }
        sum.subtract(takenBack);
        return sum;
    }

    /** The first token of a request that failed is no value: it is worse than any limit. */
    private static void takeBack(Metric metric, BrokenOff request, LogHistogram takenBack) {
        if (metric == Metric.TTFT) {
            takenBack.add(request.ttftNanos());
        } else if (metric == Metric.TTFT_DUE) {
            takenBack.add(request.ttftDueNanos());
        }
    }
}
