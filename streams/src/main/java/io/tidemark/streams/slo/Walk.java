package io.tidemark.streams.slo;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.Finality;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Steps an objective from window to window. Not thread-safe. */
final class Walk {
    private final AlarmRule rule;
    private final Meter meter;
    private final NavigableMap<Long, Breach> breaches;
    private AlarmState state;
    private long head;
    private Optional<Burn> burn = Optional.empty();

    /** From the windows that end at {@code head} on. */
    Walk(AlarmRule rule, Meter meter, NavigableMap<Long, Breach> breaches) {
        this.rule = rule;
        this.meter = meter;
        this.breaches = breaches;
        this.state = AlarmState.UNKNOWN;
    }

    void startAt(long newHead, AlarmState newState) {
        head = newHead;
        state = newState;
        meter.startAt(newHead);
    }

    /** One that goes on from here by itself. */
    Walk copy() {
        Walk copy = new Walk(rule, meter.copy(), new TreeMap<>(breaches));
        copy.head = head;
        copy.state = state;
        copy.burn = burn;
        return copy;
    }

    long head() {
        return head;
    }

    AlarmState state() {
        return state;
    }

    /** How the budget burnt in the newest window; empty where no budget is followed. */
    Optional<Burn> burn() {
        return burn;
    }

    void restore(Optional<Burn> saved) {
        burn = saved;
    }

    NavigableMap<Long, Breach> breaches() {
        return breaches;
    }

    /** Looks at the next window; a stretch without any data is jumped over, but never beyond {@code limit}. */
    void step(long limit, Finality finality) {
        meter.advance();
        head++;
        Reading reading = meter.read(state.alarm() instanceof Alarm.Open);
        burn = reading.burn();
        AlarmRule.Step step = rule.next(state, reading, finality);
        step.changed().ifPresent(breach -> breaches.put(breach.sinceSecond(), breach));
        boolean stays = step.next().equals(state);
        state = step.next();
        long next = Math.min(limit, meter.nextBusy());
        if (stays && reading.finding() == Finding.NO_DATA && next > head) {
            meter.jumpTo(next);
            head = next;
            burn = meter.read(false).burn();
        }
    }

    /** Closes what is open; the objective is shown as it last stood. */
    void end(Finality finality, BreachEnd by) {
        if (!(state.alarm() instanceof Alarm.Open open)) {
            return;
        }
        Breach closed = open.breach().closed(meter.read(true).moment(), finality, by);
        breaches.put(closed.sinceSecond(), closed);
        state = new AlarmState(new Alarm.Quiet(), state.flaps(), state.standing());
    }
}
