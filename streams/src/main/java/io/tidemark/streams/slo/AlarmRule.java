package io.tidemark.streams.slo;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BurnRule;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveState;
import java.util.Optional;

/**
 * When a breach opens, is updated and closes. It opens once its objective has been broken for as long as it says and the window shows
 * more than chance. A window with too few requests proves nothing: a pending alarm falls back, an open one stays open, for silence is
 * not health. What would open and close too often stays open. Pure.
 */
record AlarmRule(int forSeconds, int clearSeconds, int leastFiringSeconds, double worseBy, Flaps.Rule flapping) {
    /** A burn rate changes with every second: it is told again only once it is so much higher. */
    private static final double BURN_WORSE_BY = 1.1;

    /** The state after a reading, and the breach if it changed. */
    record Step(AlarmState next, Optional<Breach> changed) {
        static Step silent(AlarmState next) {
            return new Step(next, Optional.empty());
        }
    }

    static AlarmRule of(ObjectiveState objective) {
        return new AlarmRule(
                objective.getForSeconds(),
                objective.getClearSeconds(),
                objective.getMinFiringSeconds(),
                1,
                flapping(objective));
    }

    static AlarmRule of(ObjectiveState objective, BurnRule rule) {
        return new AlarmRule(
                rule.getForSeconds(),
                Math.max(0, rule.getClearAfter() - 1),
                objective.getMinFiringSeconds(),
                BURN_WORSE_BY,
                flapping(objective));
    }

    private static Flaps.Rule flapping(ObjectiveState objective) {
        return new Flaps.Rule(objective.getFlapChanges(), objective.getFlapSeconds());
    }

    Step next(AlarmState state, Reading reading, Finality evidence) {
        if (state.alarm() instanceof Alarm.Open open) {
            return reading.finding().isClear()
                    ? clearing(state, open, reading, evidence)
                    : firing(state, open, reading, evidence);
        }
        if (!reading.finding().isBroken()) {
            return Step.silent(state.quiet(reading.finding()));
        }
        long since = state.alarm() instanceof Alarm.Pending pending ? pending.sinceSecond() : reading.endSecond();
        if (reading.finding() != Finding.PROVEN || reading.endSecond() - since < forSeconds) {
            return Step.silent(state.pending(since));
        }
        Breach opened = Breach.open(since, reading.moment(), evidence);
        AlarmState next = state.changedAt(reading.endSecond(), flapping);
        return new Step(next.open(new Alarm.Open(opened, Alarm.Open.NOT_CLEARING, false)), Optional.of(opened));
    }

    private Step firing(AlarmState state, Alarm.Open open, Reading reading, Finality evidence) {
        boolean again = open.held() && reading.finding() == Finding.PROVEN;
        AlarmState base = again ? state.changedAt(reading.endSecond(), flapping) : state;
        boolean held = open.held() && !again;
        boolean worse = reading.finding().isBroken()
                && reading.value().compareTo(open.breach().worst().times(worseBy)) > 0;
        Breach breach = worse ? open.breach().worse(reading.moment(), evidence) : open.breach();
        AlarmState next = base.open(new Alarm.Open(breach, Alarm.Open.NOT_CLEARING, held));
        return new Step(next, worse ? Optional.of(breach) : Optional.empty());
    }

    private Step clearing(AlarmState state, Alarm.Open open, Reading reading, Finality evidence) {
        long at = reading.endSecond();
        long since = open.clearingSecond() == Alarm.Open.NOT_CLEARING ? at : open.clearingSecond();
        boolean tooSoon =
                at - since < clearSeconds || at - open.breach().opening().second() < leastFiringSeconds;
        if (tooSoon) {
            return Step.silent(state.open(new Alarm.Open(open.breach(), since, open.held())));
        }
        AlarmState changed = open.held() ? state : state.changedAt(at, flapping);
        if (changed.flaps().tooMany(at, flapping)) {
            Breach kept = open.breach().keptOpen();
            AlarmState next = changed.open(new Alarm.Open(kept, since, true));
            return new Step(next, kept.equals(open.breach()) ? Optional.empty() : Optional.of(kept));
        }
        Breach closed = open.breach().closed(reading.moment(), evidence, BreachEnd.CLEARED);
        return new Step(changed.quiet(reading.finding()), Optional.of(closed));
    }
}
