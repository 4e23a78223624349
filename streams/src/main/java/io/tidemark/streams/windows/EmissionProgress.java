package io.tidemark.streams.windows;

import io.tidemark.events.Finality;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * How far a run's windows have come, in epoch seconds (ends of windows): the settled head follows what the lanes announced,
 * the live head the wall clock. Windows before the settled head are amended from the first second on of which something came to be known.
 * Not thread-safe.
 */
public final class EmissionProgress {
    /** Before the first data. */
    public static final long UNSET = -1;

    /**
     * Data that comes up to so much later than its second was settled is in every window that holds the second: five minutes, and one more for
     * the way of the data and for amendments that wait for each other.
     */
    static final int AMENDABLE_SECONDS = WindowLength.MAX_SECONDS + 60;

    /** Seconds of windows that lack a lane, or are to be amended, that are kept for it at most. */
    static final int MAX_RETAINED_SECONDS = 1_800;

    private long settled = UNSET;
    private long live = UNSET;
    private long provisionalFrom = UNSET;
    private long finalBefore = UNSET;
    private long incompleteFrom = UNSET;
    private long amendFrom = UNSET;
    private long invalidatedFrom = Long.MAX_VALUE;
    private long evidenceInvalidatedFrom = Long.MAX_VALUE;
    /** Taken, and saved until all objectives were looked at. */
    private long takenFrom = Long.MAX_VALUE;

    private long evidenceTakenFrom = Long.MAX_VALUE;
    private long evictedBefore = UNSET;
    /** End of the minute that was closed behind the last data; it is not saved: a minute is closed again with the same content. */
    private long closedEnd = UNSET;

    private Finality closedAs = Finality.UNKNOWN;
    private long amendments;
    private boolean dirty;

    /** Oldest second that any window can still need; it never falls. */
    public long retainFrom() {
        return Math.max(evictedBefore, neededFrom());
    }

    private long neededFrom() {
        long whole = Math.min(settled, live) - WindowLength.MAX_SECONDS - AMENDABLE_SECONDS;
        long held = Math.min(orNone(incompleteFrom), orNone(amendFrom)) - WindowLength.MAX_SECONDS;
        return Math.min(whole, Math.max(held, whole - MAX_RETAINED_SECONDS));
    }

    /** Seconds before {@link #retainFrom} are let go of. */
    public void evict() {
        if (!started()) {
            return;
        }
        long from = retainFrom();
        dirty |= from != evictedBefore;
        evictedBefore = from;
    }

    /** Whether all seconds of a window are kept, and the one before it: it can be summed again. */
    public boolean isWhole(WindowLength length, long end) {
        return length.slides() ? length.firstSecond(end) > evictedBefore : end > evictedBefore;
    }

    public boolean started() {
        return settled != UNSET;
    }

    public void start(long second) {
        settled = second;
        live = second;
        dirty = true;
    }

    public long settled() {
        return settled;
    }

    public long live() {
        return live;
    }

    /** Seconds before it have been in a FINAL record. */
    public long finalBefore() {
        return finalBefore;
    }

    /** Something came to be known of a second that objectives may have been judged by already. */
    public void invalidateFrom(long second) {
        if (second < invalidatedFrom) {
            invalidatedFrom = Math.max(0, second);
            dirty = true;
        }
    }

    /** The first second touched since it was last taken, else {@link Long#MAX_VALUE}. */
    public long invalidatedFrom() {
        return invalidatedFrom;
    }

    /** Before which no second is judged again. */
    public long evaluableFrom() {
        return started() ? retainFrom() + WindowLength.MAX_SECONDS : Long.MIN_VALUE;
    }

    /** The first second touched since the last call, as far as objectives can be judged again; else {@link Long#MAX_VALUE}. */
    public long takeInvalidatedFrom() {
        long first = invalidatedFrom;
        dirty |= first != Long.MAX_VALUE;
        takenFrom = Math.min(takenFrom, first);
        invalidatedFrom = Long.MAX_VALUE;
        return Math.max(first, evaluableFrom());
    }

    /** The first second that was taken since all objectives were looked at, as far as they can be judged again; else {@link Long#MAX_VALUE}. */
    public long takenFrom() {
        return Math.max(takenFrom, evaluableFrom());
    }

    /** What breaches that were looked at beyond a second show beside their figures may be another now. */
    public void invalidateEvidenceFrom(long second) {
        if (second < evidenceInvalidatedFrom) {
            evidenceInvalidatedFrom = Math.max(0, second);
            dirty = true;
        }
    }

    /** The first such second since the last call; the largest value if there is none. */
    public long takeEvidenceInvalidatedFrom() {
        long from = evidenceInvalidatedFrom;
        dirty |= from != Long.MAX_VALUE;
        evidenceTakenFrom = Math.min(evidenceTakenFrom, from);
        evidenceInvalidatedFrom = Long.MAX_VALUE;
        return from;
    }

    /** All objectives were looked at with what was taken. */
    public void judged() {
        dirty |= takenFrom != Long.MAX_VALUE || evidenceTakenFrom != Long.MAX_VALUE;
        takenFrom = Long.MAX_VALUE;
        evidenceTakenFrom = Long.MAX_VALUE;
    }

    /** Data came for a second. */
    public void onData(long second) {
        invalidateFrom(second);
        reopen(second);
        if (started()) {
            amendKeptFrom(Math.max(second, retainFrom()));
        }
    }

    /** Something came to be known that windows which end after a second show beside their data; those that are not kept do without it. */
    public void amendFrom(long second) {
        reopen(second);
        if (started() && second >= retainFrom()) {
            amendKeptFrom(second);
        }
    }

    private void amendKeptFrom(long second) {
        if (second < settled) {
            amendFrom = amendFrom == UNSET ? second : Math.min(amendFrom, second);
            dirty = true;
        }
    }

    /** Whether the minute that ends at a second was closed, and nothing came to be known of it since. */
    boolean isClosed(long end, Finality finality) {
        return closedEnd == end && closedAs == finality;
    }

    /** The minute that ends at a second was closed. */
    void closed(long end, Finality finality) {
        closedEnd = end;
        closedAs = finality;
    }

    private void reopen(long second) {
        if (second < closedEnd) {
            closedEnd = UNSET;
        }
    }

    public void settledTo(long end, Finality finality) {
        if (finality == Finality.FINAL) {
            finalBefore = Math.max(finalBefore, end);
        } else if (incompleteFrom == UNSET) {
            incompleteFrom = settled;
        }
        settled = end;
        dirty = true;
    }

    /** Windows are amended from a second on. */
    public void beginAmendment() {
        amendments++;
        dirty = true;
    }

    /** Windows that end in {@code (from, to]} are amended; those up to the settled head remain. */
    public void amendedTo(long from, long to, Finality finality) {
        if (finality == Finality.FINAL) {
            finalBefore = Math.max(finalBefore, to);
        } else if (to > from) {
            incompleteFrom = Math.min(orNone(incompleteFrom), from);
        }
        amendFrom = to < settled ? to : UNSET;
        dirty = true;
    }

    public void liveTo(long end) {
        live = end;
    }

    /** The live windows that end at a second were written as provisional. */
    public void wroteProvisional(long end) {
        provisionalFrom = provisionalFrom == UNSET ? end : provisionalFrom;
    }

    /** The head after which live windows that are not settled stand as provisional, once; else {@link #UNSET}. */
    public long takeProvisionalFrom() {
        long from = provisionalFrom == UNSET ? UNSET : Math.max(settled, provisionalFrom - 1);
        provisionalFrom = UNSET;
        return from < live ? from : UNSET;
    }

    /** What was settled without a lane that has come back is settled again. */
    public void resettleIncomplete() {
        if (incompleteFrom != UNSET) {
            onData(incompleteFrom);
            incompleteFrom = UNSET;
            dirty = true;
        }
    }

    /** From where on windows are to be amended, or {@link #UNSET}. */
    public long amendFrom() {
        return amendFrom == UNSET ? UNSET : Math.max(amendFrom, retainFrom());
    }

    /** Rises with each record of the same window. */
    public long revision(Finality finality) {
        int rank = switch (finality) {
            case UNKNOWN -> 0;
            case PROVISIONAL -> 1;
            case INCOMPLETE -> 2;
            case FINAL -> 3;
        };
        return amendments * 4 + rank;
    }

    public boolean takeDirty() {
        boolean taken = dirty;
        dirty = false;
        return taken;
    }

    public byte[] toBytes() {
        return WireWriter.versioned()
                .optional(settled)
                .optional(finalBefore)
                .optional(incompleteFrom)
                .optional(amendFrom)
                .count(amendments)
                .optional(orUnset(Math.min(invalidatedFrom, takenFrom)))
                .optional(orUnset(Math.min(evidenceInvalidatedFrom, evidenceTakenFrom)))
                .optional(evictedBefore)
                .toBytes();
    }

    public void restore(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        settled = in.optional();
        live = settled;
        finalBefore = in.optional();
        incompleteFrom = in.optional();
        amendFrom = in.optional();
        amendments = in.count();
        invalidatedFrom = orNone(in.optional());
        evidenceInvalidatedFrom = orNone(in.optional());
        evictedBefore = in.optional();
        in.requireEnd();
    }

    private static long orUnset(long second) {
        return second == Long.MAX_VALUE ? UNSET : second;
    }

    private static long orNone(long second) {
        return second == UNSET ? Long.MAX_VALUE : second;
    }
}
