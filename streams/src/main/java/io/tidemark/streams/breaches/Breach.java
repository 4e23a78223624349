package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.Finality;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.objectives.WindowEvidence;

/**
 * A breach as the seconds so far show it. Seconds are ends of windows, in epoch seconds.
 *
 * @param sinceSecond since when the objective was broken; names the breach
 * @param opening the window that opened it
 * @param latest the window that last made it worse or closed it
 */
public record Breach(
        long sinceSecond, WindowEvidence opening, WindowEvidence latest, ObjectiveValue worst, Ending ending) {
    /**
     * How it ends, and what it rests on.
     *
     * @param closedSecond {@link #OPEN} while it is open
     * @param flapping whether it was kept open because it opened and closed too often
     * @param by why it closed; UNKNOWN while it is open
     */
    public record Ending(long closedSecond, boolean flapping, Finality evidence, BreachEnd by) {
        static Ending none(boolean flapping, Finality evidence) {
            return new Ending(OPEN, flapping, evidence, BreachEnd.UNKNOWN);
        }
    }

    static final long OPEN = -1;

    static Breach open(long sinceSecond, WindowEvidence opening, Finality evidence) {
        return new Breach(sinceSecond, opening, opening, opening.value(), Ending.none(false, evidence));
    }

    public boolean isOpen() {
        return ending.closedSecond == OPEN;
    }

    public Finality evidence() {
        return ending.evidence;
    }

    /** As it was when it opened. */
    Breach atOpening() {
        return open(sinceSecond, opening, ending.evidence);
    }

    Breach worse(WindowEvidence moment, Finality evidence) {
        return new Breach(sinceSecond, opening, moment, moment.value(), Ending.none(ending.flapping, evidence));
    }

    Breach keptOpen() {
        return new Breach(sinceSecond, opening, latest, worst, Ending.none(true, ending.evidence));
    }

    Breach closed(WindowEvidence moment, Finality evidence, BreachEnd by) {
        Ending ended = new Ending(moment.second(), ending.flapping, evidence, by);
        return new Breach(sinceSecond, opening, moment, worst, ended);
    }
}
