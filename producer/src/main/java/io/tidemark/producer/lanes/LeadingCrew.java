package io.tidemark.producer.lanes;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The crew as the lane sees it that leads: steps begin when every lane is ready and end when every lane says so. */
public final class LeadingCrew implements Crew, CrewFeed.Listener {
    /** For the news of a step's start to reach the others; one that hears it later begins late, and its schedule lag says so. */
    private static final long NEWS_NANOS = Duration.ofMillis(1_500).toNanos();

    private static final long LOOK_EVERY_NANOS = 10_000_000;

    private final Share share;
    private final NanoClock clock;
    private final LaneBoard board;
    private volatile boolean stopped;

    /** @param joinWithin how long the others may take until they are there */
    public LeadingCrew(Share share, NanoClock clock, Duration joinWithin) {
        this.share = share;
        this.clock = clock;
        this.board = new LaneBoard(share, clock.nanos(), joinWithin);
    }

    /** The process of a lane ended, or could not be started; from any thread. */
    public void gone(String lane, String how) {
        board.gone(lane, how);
    }

    @Override
    public void heartbeat(Heartbeat beat) {
        board.hear(beat, clock.nanos());
    }

    @Override
    public void control(ControlEvent event) {
        // What the leader itself announced.
    }

    @Override
    public Share share() {
        return share;
    }

    @Override
    public boolean goesOn() {
        board.look(clock.nanos());
        return !stopped && !board.anyLost();
    }

    @Override
    public void stop() {
        stopped = true;
        board.stopping();
    }

    @Override
    public OptionalLong begin(int step, long leadNanos) throws InterruptedException {
        await(() -> !goesOn() || board.ready(step));
        return goesOn() ? OptionalLong.of(clock.nanos() + NEWS_NANOS + leadNanos) : OptionalLong.empty();
    }

    @Override
    public Map<String, LaneStepEnd> end(LaneStepEnd own) throws InterruptedException {
        await(() -> board.ended(own.getStep()));
        Map<String, LaneStepEnd> ends = new TreeMap<>(board.ends(own.getStep()));
        ends.put(share.lane(), own);
        return ends;
    }

    @Override
    public void finish() throws InterruptedException {
        await(board::closed);
    }

    @Override
    public List<String> reasons() {
        return board.reasons();
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        board.look(clock.nanos());
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("a wait for the other lanes was interrupted");
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
            board.look(clock.nanos());
        }
    }
}
