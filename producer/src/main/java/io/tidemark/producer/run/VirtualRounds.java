package io.tidemark.producer.run;

import io.tidemark.schemas.time.VirtualTime;

/** Rounds as events of virtual time. What fails in them fails the run. */
final class VirtualRounds implements Rounding {
    private final Rounds rounds;
    private final VirtualTime time;
    private boolean woken;
    private boolean ended;
    private long nextNanos = Long.MAX_VALUE;

    private VirtualRounds(Rounds rounds, VirtualTime time) {
        this.rounds = rounds;
        this.time = time;
    }

    static VirtualRounds start(Rounds rounds, VirtualTime time) {
        VirtualRounds started = new VirtualRounds(rounds, time);
        rounds.wokenBy(started::wake);
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
            more = rounds.round();
        }
        long now = time.nanos();
        long next = now + Math.max(1, rounds.restNanos());
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
    public void end() {
        ended = true;
        rounds.last();
    }

    @Override
    public boolean hasFailed() {
        return false;
    }
}
