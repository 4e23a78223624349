package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.Finality;
import io.tidemark.streams.objectives.BurnRate;
import io.tidemark.streams.objectives.ObjectiveMeter;
import io.tidemark.streams.objectives.WindowFinding;
import io.tidemark.streams.objectives.WindowReading;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Steps an objective from window to window. Not thread-safe. */
final class ObjectiveEvaluator {
    private final AlertRule rule;
    private final ObjectiveMeter meter;
    private final NavigableMap<Long, Breach> breaches;
    private EvaluationState state;
    private long head;
    /** Whether the meter stands at the head: a head that is taken back many times is measured once, when it is looked at. */
    private boolean isMeasured;

    private Optional<BurnRate> burn = Optional.empty();

    /** From the windows that end at {@code head} on. */
    ObjectiveEvaluator(AlertRule rule, ObjectiveMeter meter, NavigableMap<Long, Breach> breaches) {
        this.rule = rule;
        this.meter = meter;
        this.breaches = breaches;
        this.state = EvaluationState.UNKNOWN;
    }

    void startAt(long newHead, EvaluationState newState) {
        head = newHead;
        state = newState;
        isMeasured = false;
    }

    /** Whether the next step needs the window at the head measured afresh, which is far more work than a step. */
    boolean isTakenBack() {
        return !isMeasured;
    }

    private ObjectiveMeter meter() {
        if (!isMeasured) {
            meter.startAt(head);
            isMeasured = true;
        }
        return meter;
    }

    /** One that goes on from here by itself. */
    ObjectiveEvaluator copy() {
        ObjectiveEvaluator copy = new ObjectiveEvaluator(rule, meter().copy(), new TreeMap<>(breaches));
        copy.isMeasured = true;
        copy.head = head;
        copy.state = state;
        copy.burn = burn;
        return copy;
    }

    long head() {
        return head;
    }

    EvaluationState state() {
        return state;
    }

    /** How the budget burnt in the newest window; empty where no budget is followed. */
    Optional<BurnRate> burn() {
        return burn;
    }

    void restore(Optional<BurnRate> saved) {
        burn = saved;
    }

    NavigableMap<Long, Breach> breaches() {
        return breaches;
    }

    /** Looks at the next window; a stretch without any data is jumped over, but never beyond {@code limit}. */
    void step(long limit, Finality finality) {
        meter().advance();
        head++;
        WindowReading reading = meter.read(state.alarm() instanceof AlertState.Open);
        burn = reading.burn();
        AlertRule.Step step = rule.next(state, reading, finality);
        step.changed().ifPresent(breach -> breaches.put(breach.sinceSecond(), breach));
        boolean stays = step.next().equals(state);
        state = step.next();
        long next = Math.min(limit, meter.nextNonEmpty());
        if (stays && reading.finding() == WindowFinding.NO_DATA && next > head) {
            meter.jumpTo(next);
            head = next;
            burn = meter.read(false).burn();
        }
    }

    /** Closes what is open; the objective is shown as it last stood. */
    void end(Finality finality, BreachEnd by) {
        if (!(state.alarm() instanceof AlertState.Open open)) {
            return;
        }
        Breach closed = open.breach().closed(meter().read(true).moment(), finality, by);
        breaches.put(closed.sinceSecond(), closed);
        state = new EvaluationState(new AlertState.Inactive(), state.flaps(), state.standing());
    }
}
