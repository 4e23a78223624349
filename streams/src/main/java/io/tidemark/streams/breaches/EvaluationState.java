package io.tidemark.streams.breaches;

import io.tidemark.events.ObjectiveStanding;
import io.tidemark.streams.objectives.WindowFinding;

/** All that the next window is judged with. */
record EvaluationState(AlertState alarm, FlapHistory flaps, ObjectiveStanding standing) {
    static final EvaluationState UNKNOWN =
            new EvaluationState(new AlertState.Inactive(), FlapHistory.NONE, ObjectiveStanding.UNKNOWN);

    EvaluationState open(AlertState.Open open) {
        return new EvaluationState(open, flaps, ObjectiveStanding.FIRING);
    }

    EvaluationState pending(long sinceSecond) {
        return new EvaluationState(new AlertState.Pending(sinceSecond), flaps, ObjectiveStanding.PENDING);
    }

    EvaluationState quiet(WindowFinding finding) {
        ObjectiveStanding shown = switch (finding) {
            case NO_DATA -> ObjectiveStanding.NO_DATA;
            case INSUFFICIENT_DATA, CLEAR_SO_FAR -> ObjectiveStanding.INSUFFICIENT_DATA;
            case IN_DOUBT -> ObjectiveStanding.IN_DOUBT;
            case BROKEN, PROVEN, KEPT, CLEAR -> ObjectiveStanding.OK;
        };
        return new EvaluationState(new AlertState.Inactive(), flaps, shown);
    }

    EvaluationState changedAt(long second, FlapHistory.Rule rule) {
        return new EvaluationState(alarm, flaps.plus(second, rule), standing);
    }
}
