package io.tidemark.streams.windows;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many series the tasks of a team may keep in this process, shared by them. A fifth of the places is not for series of single
 * classes, so that labels without end do not keep new steps and runs out. Thread-safe.
 */
public final class SeriesQuota {
    /** Series of one team in one process: each with its six metrics, 0.7 MiB where it is busy for minutes. */
    public static final int DEFAULT = 1_000;

    private static final int RESERVED_FRACTION = 5;

    /** Names of series that fell idle are remembered until their run is forgotten: so many for each place. */
    private static final int IDLE_PER_LIVE = 10;

    private final int limit;
    private final AtomicInteger live = new AtomicInteger();
    private final AtomicInteger idle = new AtomicInteger();

    public SeriesQuota(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("series per team must be >= 1 but were " + most);
        }
        this.limit = most;
    }

    /** Places, taken or free. */
    public int limit() {
        return limit;
    }

    /** Whether a series of all classes of a step and target may begin. */
    boolean hasCapacity() {
        return live.get() < limit;
    }

    private boolean hasCapacityForClass() {
        return live.get() < limit - limit / RESERVED_FRACTION && live.get() + idle.get() < (long) limit * IDLE_PER_LIVE;
    }

    /** What one task takes; not thread-safe. */
    public Reservation reservation() {
        return new Reservation();
    }

    /** The places of one task, given back together when it ends. */
    public final class Reservation {
        private int ownLive;
        private int ownIdle;

        private Reservation() {}

        /** Whether a series of all classes of a step and target may begin. */
        public boolean isFree() {
            return SeriesQuota.this.hasCapacity();
        }

        /** Whether a series of a single class may begin. */
        public boolean isFreeForClass() {
            return SeriesQuota.this.hasCapacityForClass();
        }

        /** Of a series that begins, whether there is room or not: what was kept before a restart is kept again. */
        public void take() {
            ownLive++;
            live.incrementAndGet();
        }

        /** Of a series that is kept no longer. */
        public void giveBack() {
            ownLive--;
            live.decrementAndGet();
        }

        /** A series that is not kept is remembered. */
        public void remember() {
            ownIdle++;
            idle.incrementAndGet();
        }

        /** A series is remembered no longer: it is kept again, or its run is forgotten. */
        public void forget() {
            ownIdle--;
            idle.decrementAndGet();
        }

        /** Gives back all that this task has. */
        public void giveBackAll() {
            live.addAndGet(-ownLive);
            idle.addAndGet(-ownIdle);
            ownLive = 0;
            ownIdle = 0;
        }
    }
}
