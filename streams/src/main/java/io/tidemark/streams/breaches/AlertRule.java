package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BurnRule;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.objectives.WindowFinding;
import io.tidemark.streams.objectives.WindowReading;
import java.util.Optional;

/**
 * When a breach opens, is updated and closes. It opens once its objective has been broken for as long as it says and the window shows
 * more than chance. A window with too few requests, or with too many in doubt, proves nothing: a pending alarm falls back, an open one stays
 * open, for silence is not health. What would open and close too often stays open. Pure.
 */
record AlertRule(int forSeconds, int clearSeconds, int minFiringSeconds, double worseBy, FlapHistory.Rule flapping) {
    /** A burn rate changes with every second: a breach is published again only once the rate is higher by this factor. */
    private static final double BURN_WORSE_BY = 1.1;

    /** The state after a reading, and the breach if it changed. */
    record Step(EvaluationState next, Optional<Breach> changed) {
        static Step silent(EvaluationState next) {
            return new Step(next, Optional.empty());
        }
    }

    static AlertRule of(ObjectiveState objective) {
        return new AlertRule(
                objective.getForSeconds(),
                objective.getClearSeconds(),
                objective.getMinFiringSeconds(),
                1,
                flapping(objective));
    }

    static AlertRule of(ObjectiveState objective, BurnRule rule) {
        return new AlertRule(
                rule.getForSeconds(),
                Math.max(0, rule.getClearAfter() - 1),
                objective.getMinFiringSeconds(),
                BURN_WORSE_BY,
                flapping(objective));
    }

    private static FlapHistory.Rule flapping(ObjectiveState objective) {
        return new FlapHistory.Rule(objective.getFlapChanges(), objective.getFlapSeconds());
    }

    Step next(EvaluationState state, WindowReading reading, Finality evidence) {
        if (state.alarm() instanceof AlertState.Open open) {
            return reading.finding().isClear()
                    ? clearing(state, open, reading, evidence)
                    : firing(state, open, reading, evidence);
        }
        if (!reading.finding().isBroken()) {
            return Step.silent(state.quiet(reading.finding()));
        }
        long since = state.alarm() instanceof AlertState.Pending pending ? pending.sinceSecond() : reading.endSecond();
        if (reading.finding() != WindowFinding.PROVEN || reading.endSecond() - since < forSeconds) {
            return Step.silent(state.pending(since));
        }
        Breach opened = Breach.open(since, reading.moment(), evidence);
        EvaluationState next = state.changedAt(reading.endSecond(), flapping);
        return new Step(
                next.open(new AlertState.Open(opened, AlertState.Open.NOT_CLEARING, false)), Optional.of(opened));
    }

    private Step firing(EvaluationState state, AlertState.Open open, WindowReading reading, Finality evidence) {
        boolean again = open.held() && reading.finding() == WindowFinding.PROVEN;
        EvaluationState base = again ? state.changedAt(reading.endSecond(), flapping) : state;
        boolean held = open.held() && !again;
        boolean worse = reading.finding().isBroken()
                && reading.value().compareTo(open.breach().worst().times(worseBy)) > 0;
        Breach breach = worse ? open.breach().worse(reading.moment(), evidence) : open.breach();
        EvaluationState next = base.open(new AlertState.Open(breach, AlertState.Open.NOT_CLEARING, held));
        return new Step(next, worse ? Optional.of(breach) : Optional.empty());
    }

    private Step clearing(EvaluationState state, AlertState.Open open, WindowReading reading, Finality evidence) {
        long at = reading.endSecond();
        long since = open.clearingSecond() == AlertState.Open.NOT_CLEARING ? at : open.clearingSecond();
        boolean tooSoon =
                at - since < clearSeconds || at - open.breach().opening().second() < minFiringSeconds;
        if (tooSoon) {
            return Step.silent(state.open(new AlertState.Open(open.breach(), since, open.held())));
        }
        EvaluationState changed = open.held() ? state : state.changedAt(at, flapping);
        if (changed.flaps().isFlapping(at, flapping)) {
            Breach kept = open.breach().keptOpen();
            EvaluationState next = changed.open(new AlertState.Open(kept, since, true));
            return new Step(next, kept.equals(open.breach()) ? Optional.empty() : Optional.of(kept));
        }
        Breach closed = open.breach().closed(reading.moment(), evidence, BreachEnd.CLEARED);
        return new Step(changed.quiet(reading.finding()), Optional.of(closed));
    }
}
