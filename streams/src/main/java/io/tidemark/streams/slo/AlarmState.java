package io.tidemark.streams.slo;

import io.tidemark.events.ObjectiveStanding;

/** All that the next window is judged with. */
record AlarmState(Alarm alarm, Flaps flaps, ObjectiveStanding standing) {
    static final AlarmState UNKNOWN = new AlarmState(new Alarm.Quiet(), Flaps.NONE, ObjectiveStanding.UNKNOWN);

    AlarmState open(Alarm.Open open) {
        return new AlarmState(open, flaps, ObjectiveStanding.FIRING);
    }

    AlarmState pending(long sinceSecond) {
        return new AlarmState(new Alarm.Pending(sinceSecond), flaps, ObjectiveStanding.PENDING);
    }

    AlarmState quiet(Finding finding) {
        ObjectiveStanding shown = switch (finding) {
            case NO_DATA -> ObjectiveStanding.NO_DATA;
            case INSUFFICIENT_DATA, CLEAR_SO_FAR -> ObjectiveStanding.INSUFFICIENT_DATA;
            case BROKEN, PROVEN, KEPT, CLEAR -> ObjectiveStanding.OK;
        };
        return new AlarmState(new Alarm.Quiet(), flaps, shown);
    }

    AlarmState changedAt(long second, Flaps.Rule rule) {
        return new AlarmState(alarm, flaps.plus(second, rule), standing);
    }
}
