package io.tidemark.producer.conversation;

/** Keeps first turns ready: as many as are wanted soon, within a bound of bytes. For the thread that makes them. */
public final class PreparedTurnBuffer {
    private static final long MAX_BYTES = 64L << 20;

    private final PreparedTurnFactory maker;
    private final TurnQueues turns;
    private final int keepReady;
    private long prepared;
    private long preparedBytes;

    /** @param keepReady turns beyond those that were taken */
    public PreparedTurnBuffer(PreparedTurnFactory maker, TurnQueues turns, int keepReady) {
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
    public boolean prepareOne(long wanted) {
        return prepareUpTo(Math.max(wanted, turns.taken() + keepReady));
    }

    /** Makes one more ready if the loop waits for it; gives whether one was made. */
    public boolean prepareAwaited() {
        return prepareUpTo(turns.taken() + turns.turnsAwaited());
    }

    private boolean prepareUpTo(long enoughTurns) {
        boolean enough = prepared >= enoughTurns;
        boolean heavy = preparedBytes - turns.takenBytes() >= MAX_BYTES && prepared > turns.taken();
        if (enough || heavy) {
            return false;
        }
        PreparedTurn turn = maker.first();
        prepared++;
        preparedBytes += turn.sizeBytes();
        turns.offer(turn);
        return true;
    }

    public PreparedTurn next(ActiveConversation conversation) {
        return maker.next(conversation);
    }
}
