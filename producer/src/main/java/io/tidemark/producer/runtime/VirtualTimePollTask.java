package io.tidemark.producer.runtime;

import io.tidemark.schemas.time.VirtualTime;

/** Rounds as events of virtual time. What fails in them fails the run. */
final class VirtualTimePollTask implements PollTaskHandle {
    private final PollTask rounds;
    private final VirtualTime time;
    private boolean woken;
    private boolean ended;
    private long nextNanos = Long.MAX_VALUE;

    private VirtualTimePollTask(PollTask rounds, VirtualTime time) {
        this.rounds = rounds;
        this.time = time;
    }

    static VirtualTimePollTask start(PollTask rounds, VirtualTime time) {
        VirtualTimePollTask started = new VirtualTimePollTask(rounds, time);
        rounds.setWaker(started::wake);
        started.wake();
        return started;
    }

    private void wake() {
        if (!woken) {
            woken = true;
            time.now(this::work);
        }
    }

    private void work() {
        woken = false;
        if (ended) {
            return;
        }
        boolean more = true;
        while (more) {
            more = rounds.poll();
        }
        long now = time.nanos();
        long next = now + Math.max(1, rounds.maxIdleNanos());
        // Moments that were asked for earlier stay: a round too many does no harm.
        if (nextNanos <= now || next < nextNanos) {
            nextNanos = next;
            time.at(next, this::work);
        }
    }

    @Override
    public boolean isAlive() {
        return !ended;
    }

    @Override
    public void stop() {
        ended = true;
        rounds.finish();
    }

    @Override
    public boolean hasFailed() {
        return false;
    }
}
