package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * How far a run's windows have come, in epoch seconds (ends of windows): the settled head follows what the lanes announced,
 * the live head the wall clock. Windows before the settled head are amended from the first second on of which something came to be known.
 * Not thread-safe.
 */
final class Heads {
    /** Before the first data. */
    static final long UNSET = -1;

    /**
     * Data that comes up to so much later than its second was settled is in every window that holds the second: five minutes, and one more for
     * the way of the data and for amendments that wait for each other.
     */
    static final int AMENDABLE_SECONDS = WindowLength.LONGEST_SECONDS + 60;

    /** Seconds of windows that lack a lane, or are to be amended, that are kept for it at most. */
    static final int MOST_HELD_SECONDS = 1_800;

    /** Seconds beyond the longest window that versions up to 3 kept. */
    private static final int SLACK_SECONDS_OF_3 = 60;

    /** 1 did not know what was touched, 2 not what is to be told again, 3 not which seconds are gone. */
    private static final int VERSION = 4;

    private static final int WITH_TOUCHED = 2;
    private static final int WITH_JOINED_ANEW = 3;

    private long settled = UNSET;
    private long live = UNSET;
    private long finalBefore = UNSET;
    private long incompleteFrom = UNSET;
    private long amendFrom = UNSET;
    private long touched = Long.MAX_VALUE;
    private long joinedAnewFrom = Long.MAX_VALUE;
    private long goneBefore = UNSET;
    private long amendments;
    private boolean dirty;

    /** Oldest second that any window can still need; it never falls. */
    long keepFrom() {
        return Math.max(goneBefore, neededFrom());
    }

    private long neededFrom() {
        long whole = Math.min(settled, live) - WindowLength.LONGEST_SECONDS - AMENDABLE_SECONDS;
        long held = Math.min(orNone(incompleteFrom), orNone(amendFrom)) - WindowLength.LONGEST_SECONDS;
        return Math.min(whole, Math.max(held, whole - MOST_HELD_SECONDS));
    }

    /** Seconds before {@link #keepFrom} are let go of. */
    void letGo() {
        if (!started()) {
            return;
        }
        long from = keepFrom();
        dirty |= from != goneBefore;
        goneBefore = from;
    }

    /** Whether all seconds of a window are kept, and the one before it: it can be summed again. */
    boolean isWhole(WindowLength length, long end) {
        return length.slides() ? length.firstSecond(end) > goneBefore : end > goneBefore;
    }

    boolean started() {
        return settled != UNSET;
    }

    void start(long second) {
        settled = second;
        live = second;
        dirty = true;
    }

    long settled() {
        return settled;
    }

    long live() {
        return live;
    }

    /** Seconds before it have been in a FINAL record. */
    long finalBefore() {
        return finalBefore;
    }

    /** Something came to be known of a second that objectives may have been judged by already. */
    void touch(long second) {
        if (second < touched) {
            touched = Math.max(0, second);
            dirty = true;
        }
    }

    /** The first second touched since it was last taken, else {@link Long#MAX_VALUE}. */
    long touched() {
        return touched;
    }

    /** Before which no second is judged again. */
    long judgedFrom() {
        return started() ? keepFrom() + WindowLength.LONGEST_SECONDS : Long.MIN_VALUE;
    }

    /** The first second touched since the last call, as far as objectives can be judged again; else {@link Long#MAX_VALUE}. */
    long takeTouched() {
        long first = touched;
        dirty |= first != Long.MAX_VALUE;
        touched = Long.MAX_VALUE;
        return Math.max(first, judgedFrom());
    }

    /** What breaches that were looked at beyond a second show beside their figures may be another now. */
    void joinedAnew(long second) {
        if (second < joinedAnewFrom) {
            joinedAnewFrom = Math.max(0, second);
            dirty = true;
        }
    }

    /** The first such second since the last call; the largest value if there is none. */
    long takeJoinedAnew() {
        long from = joinedAnewFrom;
        dirty |= from != Long.MAX_VALUE;
        joinedAnewFrom = Long.MAX_VALUE;
        return from;
    }

    /** Data came for a second. */
    void cameIn(long second) {
        touch(second);
        if (started()) {
            amendKeptFrom(Math.max(second, keepFrom()));
        }
    }

    /** Something came to be known that windows which end after a second show beside their data; those that are not kept do without it. */
    void amendFrom(long second) {
        if (started() && second >= keepFrom()) {
            amendKeptFrom(second);
        }
    }

    private void amendKeptFrom(long second) {
        if (second < settled) {
            amendFrom = amendFrom == UNSET ? second : Math.min(amendFrom, second);
            dirty = true;
        }
    }

    void settledTo(long end, Finality finality) {
        if (finality == Finality.FINAL) {
            finalBefore = Math.max(finalBefore, end);
        } else if (incompleteFrom == UNSET) {
            incompleteFrom = settled;
        }
        settled = end;
        dirty = true;
    }

    /** Windows are amended from a second on. */
    void amending() {
        amendments++;
        dirty = true;
    }

    /** Windows that end in {@code (from, to]} are amended; those up to the settled head remain. */
    void amendedTo(long from, long to, Finality finality) {
        if (finality == Finality.FINAL) {
            finalBefore = Math.max(finalBefore, to);
        } else if (to > from) {
            incompleteFrom = Math.min(orNone(incompleteFrom), from);
        }
        amendFrom = to < settled ? to : UNSET;
        dirty = true;
    }

    void liveTo(long end) {
        live = end;
    }

    /** What was settled without a lane that has come back is settled again. */
    void completeAgain() {
        if (incompleteFrom != UNSET) {
            cameIn(incompleteFrom);
            incompleteFrom = UNSET;
            dirty = true;
        }
    }

    /** From where on windows are to be amended, or {@link #UNSET}. */
    long amendFrom() {
        return amendFrom == UNSET ? UNSET : Math.max(amendFrom, keepFrom());
    }

    /** Rises with each record of the same window. */
    long revision(Finality finality) {
        int rank = switch (finality) {
            case UNKNOWN -> 0;
            case PROVISIONAL -> 1;
            case INCOMPLETE -> 2;
            case FINAL -> 3;
        };
        return amendments * 4 + rank;
    }

    boolean takeDirty() {
        boolean taken = dirty;
        dirty = false;
        return taken;
    }

    byte[] toBytes() {
        return new WireWriter()
                .raw(VERSION)
                .optional(settled)
                .optional(finalBefore)
                .optional(incompleteFrom)
                .optional(amendFrom)
                .count(amendments)
                .optional(orUnset(touched))
                .optional(orUnset(joinedAnewFrom))
                .optional(goneBefore)
                .toBytes();
    }

    void restore(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        settled = in.optional();
        live = settled;
        finalBefore = in.optional();
        incompleteFrom = in.optional();
        amendFrom = in.optional();
        amendments = in.count();
        touched = orNone(in.since(WITH_TOUCHED) ? in.optional() : UNSET);
        joinedAnewFrom = orNone(in.since(WITH_JOINED_ANEW) ? in.optional() : UNSET);
        goneBefore = in.since(VERSION) ? in.optional() : goneBeforeOf3();
        in.requireEnd();
    }

    private long goneBeforeOf3() {
        return Math.max(UNSET, settled - WindowLength.LONGEST_SECONDS - SLACK_SECONDS_OF_3);
    }

    private static long orUnset(long second) {
        return second == Long.MAX_VALUE ? UNSET : second;
    }

    private static long orNone(long second) {
        return second == UNSET ? Long.MAX_VALUE : second;
    }
}
