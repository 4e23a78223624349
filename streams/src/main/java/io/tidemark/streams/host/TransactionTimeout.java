package io.tidemark.streams.host;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a team's transactions take on this machine, and how long Kafka lets them. A machine with no time to give makes them longer than
 * that: Kafka then ends them, their work is done again, and takes as long again. So after one that was lost for that reason the next
 * producer may take twice as long; a machine that has recovered goes back. Thread-safe.
 */
final class TransactionTimeout {
    /** A team whose host was killed waits for so long at most until another one goes on with its partitions. */
    static final Duration DEFAULT = Duration.ofSeconds(10);

    /** Below the 15 min that brokers allow by default. */
    static final Duration MAX = Duration.ofMinutes(5);

    private static final long REPORTED_FOR_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final long RECOVERED_AFTER_MILLIS = Duration.ofMinutes(10).toMillis();
    private static final double TOO_LONG = 0.8;

    private final long defaultMillis;
    private long allowedMillis;
    private long slowestMillis;
    private long slowestAtMillis = Long.MIN_VALUE;
    private long strainedAtMillis = Long.MIN_VALUE;

    TransactionTimeout() {
        this(DEFAULT);
    }

    /** @param usual that a transaction may take at first */
    TransactionTimeout(Duration usual) {
        this.defaultMillis = usual.toMillis();
        this.allowedMillis = defaultMillis;
    }

    /** A transaction was committed. */
    synchronized void committed(long tookMillis, long nowMillis) {
        record(tookMillis, nowMillis);
        if (strainedAtMillis == Long.MIN_VALUE) {
            strainedAtMillis = nowMillis;
        }
        if (tookMillis > allowedMillis / 4) {
            strainedAtMillis = nowMillis;
        } else if (nowMillis - strainedAtMillis >= RECOVERED_AFTER_MILLIS) {
            allowedMillis = Math.max(defaultMillis, allowedMillis / 2);
            strainedAtMillis = nowMillis;
        }
    }

    /** A transaction ended otherwise, so long after it began. */
    synchronized void lost(long afterMillis, long nowMillis) {
        record(afterMillis, nowMillis);
        if (afterMillis >= TOO_LONG * allowedMillis) {
            allowedMillis = Math.min(MAX.toMillis(), 2 * allowedMillis);
            strainedAtMillis = nowMillis;
        }
    }

    private void record(long tookMillis, long nowMillis) {
        boolean isOld = slowestAtMillis == Long.MIN_VALUE || nowMillis - slowestAtMillis > REPORTED_FOR_MILLIS;
        if (isOld || tookMillis >= slowestMillis) {
            slowestMillis = tookMillis;
            slowestAtMillis = nowMillis;
        }
    }

    /** How long a transaction may take. */
    synchronized Duration allowed() {
        return Duration.ofMillis(allowedMillis);
    }

    /** That transactions take a large part of what they may, if they did in the last minute. */
    synchronized Optional<String> problem(long nowMillis) {
        boolean isRecent = slowestAtMillis != Long.MIN_VALUE && nowMillis - slowestAtMillis <= REPORTED_FOR_MILLIS;
        return isRecent && 2 * slowestMillis >= defaultMillis
                ? Optional.of("this machine is slow: a transaction of the streams took " + slowestMillis / 1_000
                        + " s and may take " + allowedMillis / 1_000 + " s; results are late, none is lost")
                : Optional.empty();
    }
}
