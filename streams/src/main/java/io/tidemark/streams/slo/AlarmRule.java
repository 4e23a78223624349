package io.tidemark.streams.slo;

import io.tidemark.events.BreachState;
import java.util.Optional;

/**
 * When a breach opens, is updated and closes. A window with too few requests proves nothing: a pending alarm falls back, an open
 * one stays open, for silence is not health. Pure.
 */
record AlarmRule(int forSeconds, int clearSeconds) {
    /** What a window says. */
    enum Finding {
        INSUFFICIENT_DATA,
        BROKEN,
        /** Within the limit, but not by enough to close a breach. */
        KEPT,
        CLEAR
    }

    /** A finding about the window that ends at a second. */
    record Reading(long endSecond, Finding finding, double value) {}

    /** The state after a reading, and what to tell. */
    record Transition(Alarm next, Optional<BreachState> event) {
        static Transition silent(Alarm next) {
            return new Transition(next, Optional.empty());
        }
    }

    Transition next(Alarm alarm, Reading reading) {
        if (alarm instanceof Alarm.Open open) {
            return nextOpen(open, reading);
        }
        if (reading.finding() != Finding.BROKEN) {
            return Transition.silent(new Alarm.Quiet());
        }
        long since = alarm instanceof Alarm.Pending pending ? pending.sinceSecond() : reading.endSecond();
        if (reading.endSecond() - since < forSeconds) {
            return Transition.silent(new Alarm.Pending(since));
        }
        return new Transition(
                new Alarm.Open(since, reading.value(), Alarm.Open.NOT_CLEARING), Optional.of(BreachState.OPENED));
    }

    private Transition nextOpen(Alarm.Open open, Reading reading) {
        if (reading.finding() == Finding.CLEAR) {
            return clearing(open, reading);
        }
        boolean worse = reading.finding() == Finding.BROKEN && reading.value() > open.worst();
        double worst = worse ? reading.value() : open.worst();
        Alarm next = new Alarm.Open(open.sinceSecond(), worst, Alarm.Open.NOT_CLEARING);
        return new Transition(next, worse ? Optional.of(BreachState.UPDATED) : Optional.empty());
    }

    private Transition clearing(Alarm.Open open, Reading reading) {
        boolean begins = open.clearingSecond() == Alarm.Open.NOT_CLEARING;
        long since = begins ? reading.endSecond() : open.clearingSecond();
        if (reading.endSecond() - since < clearSeconds) {
            return Transition.silent(new Alarm.Open(open.sinceSecond(), open.worst(), since));
        }
        return new Transition(new Alarm.Quiet(), Optional.of(BreachState.CLOSED));
    }
}
