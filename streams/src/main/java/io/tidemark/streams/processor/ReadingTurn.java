package io.tidemark.streams.processor;

/**
 * After a part of a tick that was too long for one, the tasks of a stream thread read records for as long as that part took, if there are any: Kafka
 * Streams reads fewer records of each task in a round the more its rounds are delayed by ticks. Confined to a thread.
 */
public final class ReadingTurn {
    private static final ThreadLocal<ReadingTurn> OF_THREAD = ThreadLocal.withInitial(ReadingTurn::new);

    private long untilMillis;
    private boolean hasRead;

    ReadingTurn() {}

    /** That of the thread that calls. */
    public static ReadingTurn ofThread() {
        return OF_THREAD.get();
    }

    /** A part of a tick ended, by the clock of the host. */
    public void begin(long nowMillis, long tookMillis) {
        untilMillis = nowMillis + tookMillis;
        hasRead = false;
    }

    void onRecord() {
        hasRead = true;
    }

    /** Whether there are records, and time for them. */
    public boolean isOn(long nowMillis) {
        return hasRead && nowMillis < untilMillis;
    }
}
