package io.tidemark.streams.slo;

import io.tidemark.events.BreachState;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.Pane;
import java.util.Optional;

/** One objective over one series, second by second in event-time order. Not thread-safe. */
public final class AlarmTrack {
    private final Counting counting;
    private final Judging judging;
    private final AlarmRule rule;
    private final int windowSeconds;
    private final Seconds seconds;
    private Alarm alarm = new Alarm.Quiet();
    private Tally window = Tally.NONE;
    private Change.Values values = new Change.Values(0, 0);
    private long head;

    /** {@code fromSecond} is the first second looked at. */
    public AlarmTrack(ObjectiveState objective, Seconds seconds, long fromSecond) {
        this.counting = new Counting(objective);
        this.judging = new Judging(objective);
        this.rule = new AlarmRule(objective.getForSeconds(), objective.getClearSeconds());
        this.windowSeconds = objective.getWindowSeconds();
        this.seconds = seconds;
        this.head = fromSecond;
    }

    /** A track as it was saved. */
    AlarmTrack(ObjectiveState objective, Seconds seconds, AlarmBytes.Saved saved) {
        this(objective, seconds, saved.head());
        this.alarm = saved.alarm();
        for (long second = head - windowSeconds; second < head; second++) {
            window = window.plus(tally(second));
        }
    }

    /** End of the last window looked at. */
    public long head() {
        return head;
    }

    public ObjectiveState objective() {
        return counting.objective();
    }

    Alarm alarm() {
        return alarm;
    }

    /** Looks at the next window, or jumps over a stretch without any data, but never beyond {@code limit}. */
    public Optional<Change> advance(long limit) {
        if (window.total() == 0 && !(alarm instanceof Alarm.Pending)) {
            long next = seconds.nextFrom(head).orElse(limit);
            if (next > head) {
                head = Math.min(next, limit);
                return Optional.empty();
            }
        }
        head++;
        window = window.plus(tally(head - 1)).minus(tally(head - 1 - windowSeconds));
        return step(reading());
    }

    /** Closes what is open because its step or run is over. */
    public Optional<Change> end(long atSecond) {
        if (!(alarm instanceof Alarm.Open open)) {
            return Optional.empty();
        }
        alarm = new Alarm.Quiet();
        return Optional.of(change(BreachState.CLOSED, open, atSecond));
    }

    private Optional<Change> step(AlarmRule.Reading reading) {
        Alarm before = alarm;
        AlarmRule.Transition transition = rule.next(alarm, reading);
        alarm = transition.next();
        Alarm shown = alarm instanceof Alarm.Open ? alarm : before;
        if (shown instanceof Alarm.Open open) {
            values = new Change.Values(reading.value(), open.worst());
            return transition.event().map(state -> change(state, open, head));
        }
        return Optional.empty();
    }

    private Change change(BreachState state, Alarm.Open open, long atSecond) {
        Change.Values shown = new Change.Values(values.value(), open.worst());
        return new Change(state, open.sinceSecond(), atSecond, shown, window.total());
    }

    private AlarmRule.Reading reading() {
        if (!judging.enough(window)) {
            return new AlarmRule.Reading(head, AlarmRule.Finding.INSUFFICIENT_DATA, values.value());
        }
        AlarmRule.Finding finding = finding();
        boolean shown = finding == AlarmRule.Finding.BROKEN || alarm instanceof Alarm.Open;
        return new AlarmRule.Reading(head, finding, shown ? judging.value(window, windowValues()) : 0);
    }

    private AlarmRule.Finding finding() {
        if (judging.broken(window)) {
            return AlarmRule.Finding.BROKEN;
        }
        return judging.clear(window) ? AlarmRule.Finding.CLEAR : AlarmRule.Finding.KEPT;
    }

    private LogHistogram windowValues() {
        LogHistogram sum = new LogHistogram();
        ObjectiveState objective = counting.objective();
        if (objective.getKind() == ObjectiveKind.QUANTILE && objective.getMetric() != MetricName.UNKNOWN) {
            Metric metric = Metric.of(objective.getMetric());
            for (long second = head - windowSeconds; second < head; second++) {
                seconds.at(second).map(pane -> pane.sketch(metric)).ifPresent(sum::merge);
            }
        }
        return sum;
    }

    private Tally tally(long second) {
        Optional<Pane> pane = seconds.at(second);
        return pane.map(counting::count).orElse(Tally.NONE);
    }
}
