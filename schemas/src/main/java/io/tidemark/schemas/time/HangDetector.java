package io.tidemark.schemas.time;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Detects that a round of repeated work does not end. One thread does the rounds; any other thread looks.
 *
 * <p>Only time counts in which the looking thread is known to have run: between looks that follow each other within {@link #REGULAR}. A machine that
 * slept, or a process that got no processor, delays the looks too, and so is not mistaken for work that hangs.
 */
public final class HangDetector {
    /** A round of work that takes milliseconds, and has taken this long, does not end any more. */
    public static final Duration HUNG_AFTER = Duration.ofSeconds(10);

    /** Time between two looks that is longer than this says more about the machine than about the work. */
    static final Duration REGULAR = Duration.ofMillis(250);

    private final String name;
    private final NanoClock clock;
    private final long hungAfterNanos;
    /** Odd while a round is under way. */
    private final AtomicLong marks = new AtomicLong();

    private long seenMarks;
    private long lastLookNanos;
    private long lastsNanos;
    private Optional<String> hang = Optional.empty();

    /** @param name what the work is, for its hang */
    public HangDetector(String name, NanoClock clock) {
        this(name, clock, HUNG_AFTER);
    }

    public HangDetector(String name, NanoClock clock, Duration hungAfter) {
        this.name = name;
        this.clock = clock;
        this.hungAfterNanos = hungAfter.toNanos();
        this.lastLookNanos = clock.nanos();
    }

    /** Does one round of the work, on its thread. */
    public void round(Runnable work) {
        begin();
        try {
            work.run();
        } finally {
            marks.incrementAndGet();
        }
    }

    /** Begins a round that has no end of its own: a wait. */
    public void begin() {
        marks.incrementAndGet();
    }

    /** What hung and for how long, in words; empty while rounds end. Once there is a hang it stays: what was missed is missed. */
    public synchronized Optional<String> hang() {
        long now = clock.nanos();
        long sinceNanos = now - lastLookNanos;
        lastLookNanos = now;
        long seen = marks.get();
        if (seen != seenMarks || seen % 2 == 0) {
            seenMarks = seen;
            lastsNanos = 0;
        } else if (sinceNanos <= REGULAR.toNanos()) {
            lastsNanos += sinceNanos;
        }
        if (hang.isEmpty() && lastsNanos >= hungAfterNanos) {
            hang = Optional.of(
                    "%s hung: one round lasted over %d s".formatted(name, TimeUnit.NANOSECONDS.toSeconds(lastsNanos)));
        }
        return hang;
    }
}
