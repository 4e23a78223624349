package io.tidemark.producer.lanes;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The crew as a lane sees it that follows: it begins each step at the moment that the leader announced in {@code control}, and
 * stops when the run has ended there or the leader falls silent.
 */
public final class FollowingCrew implements Crew, CrewFeed.Listener {
    private static final long LOOK_EVERY_NANOS = 10_000_000;

    /** A leader beats from its announcement on: one that is not heard at all had gone before this lane came. */
    private static final long FIRST_BEAT_WITHIN_NANOS = 3 * LaneBoard.SILENCE.toNanos();

    private final Share share;
    private final Clocks clocks;
    private final Supplier<Optional<ClockOffset>> ownOffset;
    private final Map<Integer, Instant> starts = new ConcurrentHashMap<>();
    private volatile Optional<RunState> run = Optional.empty();
    private volatile Optional<Heartbeat> leader = Optional.empty();
    private volatile long announcedNanos;
    private volatile long leaderHeardNanos;
    private volatile boolean stopped;

    /** @param ownOffset of the broker's clock from this lane's, once it is known */
    public FollowingCrew(Share share, Clocks clocks, Supplier<Optional<ClockOffset>> ownOffset) {
        this.share = share;
        this.clocks = clocks;
        this.ownOffset = ownOffset;
    }

    @Override
    public void control(ControlEvent event) {
        if (event.getState() instanceof RunState state) {
            if (run.isEmpty()) {
                announcedNanos = clocks.elapsed().nanos();
            }
            run = Optional.of(state);
        } else if (event.getState() instanceof StepState step) {
            starts.put(step.getStep(), step.getStarted());
        }
    }

    @Override
    public void heartbeat(Heartbeat beat) {
        if (beat.getLane().equals(share.lanes().get(0))) {
            leaderHeardNanos = clocks.elapsed().nanos();
            leader = Optional.of(beat);
        }
    }

    /** The run as the leader announced it; waits for that. Empty if it is not announced in time. */
    public Optional<RunState> announced(Duration within) throws InterruptedException {
        long until = clocks.elapsed().nanos() + within.toNanos();
        while (run.isEmpty() && clocks.elapsed().nanos() < until && !stopped) {
            pause();
        }
        return run;
    }

    @Override
    public Share share() {
        return share;
    }

    @Override
    public boolean goesOn() {
        return !stopped
                && run.map(RunState::getStatus).orElse(RunStatus.RUNNING) == RunStatus.RUNNING
                && !leaderIsLost();
    }

    /** One that has said its last is silent and not lost. */
    private boolean leaderIsLost() {
        long now = clocks.elapsed().nanos();
        Optional<Heartbeat> latest = leader;
        if (latest.isEmpty()) {
            return run.isPresent() && now - announcedNanos > FIRST_BEAT_WITHIN_NANOS;
        }
        return !latest.get().getClosing() && now - leaderHeardNanos > LaneBoard.SILENCE.toNanos();
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public OptionalLong begin(int step, long leadNanos) throws InterruptedException {
        Instant announced = starts.get(step);
        while (goesOn() && announced == null) {
            pause();
            announced = starts.get(step);
        }
        if (!goesOn() || announced == null) {
            return OptionalLong.empty();
        }
        Instant own = LaneTime.own(announced, leader.flatMap(FollowingCrew::offset), ownOffset.get());
        long untilNanos = Duration.between(clocks.wall().instant(), own).toNanos();
        return OptionalLong.of(clocks.elapsed().nanos() + untilNanos);
    }

    private static Optional<ClockOffset> offset(Heartbeat beat) {
        Long offsetNanos = beat.getClockOffsetNanos();
        Long errorNanos = beat.getClockErrorNanos();
        return offsetNanos == null || errorNanos == null
                ? Optional.empty()
                : Optional.of(new ClockOffset(offsetNanos, errorNanos));
    }

    @Override
    public Map<String, LaneStepEnd> end(LaneStepEnd own) {
        return Map.of(share.lane(), own);
    }

    @Override
    public void finish() {
        // Only the leader waits for the others.
    }

    @Override
    public List<String> reasons() {
        return leaderIsLost() ? List.of("the lane that leads the run fell silent") : List.of();
    }

    private static void pause() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("a wait for the lane that leads was interrupted");
        }
        LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
}
