package io.tidemark.streams.run;

import io.tidemark.streams.windows.EmissionProgress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long nothing came of a run and nothing was left to do for it: then its results are in the topics, and what would come now would be a replay.
 * It counts ticks and not the time between two clock readings, because a host whose clock steps, or that is suspended, has worked less than that.
 * Not thread-safe.
 */
final class RunIdleTime {
    /** After the last record of a run that ended, and after the last one that it announced was given up. */
    static final Duration ENDED = Duration.ofMinutes(10);

    /** After the last record of a run that never ended. */
    static final Duration ABANDONED = Duration.ofHours(24);

    /** After the last record of a run that gives way to what the team has no room for. */
    static final Duration SILENT = Duration.ofMinutes(1);

    /** As much as one tick counts at most. */
    private static final Duration MAX_TICK = Duration.ofMinutes(1);

    /** As much further than the clock as the settled windows of a run come that only waits for the clock. */
    private static final Duration CLOCK_JITTER = Duration.ofSeconds(2);

    private long idleMillis;
    private long silentMillis;
    private long settled = EmissionProgress.UNSET;

    /** Something came. */
    void onData() {
        idleMillis = 0;
        silentMillis = 0;
    }

    /** Events that were announced are waited for no longer: there is something to do, and nothing came. */
    void onGivenUp() {
        idleMillis = 0;
    }

    /**
     * After a tick.
     *
     * @param elapsedMillis since the tick before
     * @param isBehind whether there was more to do than there was room for
     * @param settledThrough how far its windows are settled, epoch seconds
     */
    void onTick(long elapsedMillis, boolean isBehind, long settledThrough) {
        long tickMillis = Math.max(0, Math.min(elapsedMillis, MAX_TICK.toMillis()));
        long settledMillis = TimeUnit.SECONDS.toMillis(settledThrough - settled);
        boolean isCatchingUp = settledMillis > tickMillis + CLOCK_JITTER.toMillis();
        idleMillis = isBehind || settledMillis != 0 ? 0 : idleMillis + tickMillis;
        silentMillis = isBehind || isCatchingUp ? 0 : silentMillis + tickMillis;
        settled = settledThrough;
    }

    /** For how long nothing came, though windows still settle with the clock: a producer whose clock is ahead does not keep its room by that. */
    long silentMillis() {
        return silentMillis;
    }

    /** Whether nothing came for long enough to give way. */
    boolean isSilent() {
        return silentMillis >= SILENT.toMillis();
    }

    /** @param isDone whether it ended and nothing that it announced is waited for */
    boolean isExpired(boolean isDone) {
        return idleMillis > (isDone ? ENDED : ABANDONED).toMillis();
    }
}
