package io.tidemark.producer.run;

/** Keeps first turns ready: as many as are wanted soon, within a bound of bytes. For the thread that makes them. */
final class TurnStock {
    private static final long MOST_BYTES = 64L << 20;

    private final TurnMaker maker;
    private final TurnExchange turns;
    private final int keepReady;
    private long made;
    private long madeBytes;

    /** @param keepReady turns beyond those that were taken */
    TurnStock(TurnMaker maker, TurnExchange turns, int keepReady) {
        this.maker = maker;
        this.turns = turns;
        this.keepReady = keepReady;
    }

    /**
     * Makes one more ready if it is wanted.
     *
     * @param wanted first turns from the step's beginning on that the clock has begun or begins soon
     * @return whether one was made
     */
    boolean makeOne(long wanted) {
        return makeUpTo(Math.max(wanted, turns.taken() + keepReady));
    }

    /** Makes one more ready if the loop waits for it; gives whether one was made. */
    boolean makeOwed() {
        return makeUpTo(turns.taken() + turns.owed());
    }

    private boolean makeUpTo(long enoughTurns) {
        boolean enough = made >= enoughTurns;
        boolean heavy = madeBytes - turns.takenBytes() >= MOST_BYTES && made > turns.taken();
        if (enough || heavy) {
            return false;
        }
        PreparedTurn turn = maker.first();
        made++;
        madeBytes += turn.sizeBytes();
        turns.offer(turn);
        return true;
    }

    PreparedTurn next(ConversationTrack conversation) {
        return maker.next(conversation);
    }
}
