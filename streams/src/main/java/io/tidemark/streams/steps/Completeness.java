package io.tidemark.streams.steps;

import io.tidemark.events.Finality;

/**
 * How much of a step or a segment its result rests on.
 *
 * @param missing events that lanes announced, that may belong to it and that are not counted; INCOMPLETE if it is over and this is above 0
 */
public record Completeness(Finality finality, long missing) {
    /** Of what is over, or still goes on. */
    public static Completeness of(boolean over, long missing) {
        if (!over) {
            return new Completeness(Finality.PROVISIONAL, missing);
        }
        return new Completeness(missing > 0 ? Finality.INCOMPLETE : Finality.FINAL, missing);
    }

    /** Whether nothing more is waited for. */
    public boolean isOver() {
        return finality == Finality.FINAL || finality == Finality.INCOMPLETE;
    }
}
