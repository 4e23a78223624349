package io.tidemark.producer.workers;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.schemas.time.Clocks;
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
 * The workers of a run, as a lane that follows sees them: it begins each step at the moment that the leader announced in {@code control}, and
 * stops when the run has ended there or the leader falls silent.
 */
public final class FollowerWorkerGroup implements WorkerGroup, WorkerEventFeed.Listener {
    private static final long LOOK_EVERY_NANOS = 10_000_000;

    /** A leader beats from its announcement on: one that is not heard at all had gone before this lane came. */
    private static final long FIRST_BEAT_WITHIN_NANOS = 3 * WorkerRegistry.SILENCE.toNanos();

    private final WorkerShare share;
    private final Clocks clocks;
    private final Supplier<Optional<ClockOffset>> ownOffset;
    private final Map<Integer, Instant> starts = new ConcurrentHashMap<>();
    private volatile Optional<RunState> run = Optional.empty();
    private volatile Optional<Heartbeat> leader = Optional.empty();
    private volatile long announcedNanos;
    private volatile long lastLeaderHeartbeatNanos;
    private volatile boolean stopped;

    /** @param ownOffset of the broker's clock from this lane's, once it is known */
    public FollowerWorkerGroup(WorkerShare share, Clocks clocks, Supplier<Optional<ClockOffset>> ownOffset) {
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
            lastLeaderHeartbeatNanos = clocks.elapsed().nanos();
            leader = Optional.of(beat);
        }
    }

    /** The run as the leader announced it; waits for that. Empty if it is not announced in time. */
    public Optional<RunState> awaitAnnouncement(Duration within) throws InterruptedException {
        long until = clocks.elapsed().nanos() + within.toNanos();
        while (run.isEmpty() && clocks.elapsed().nanos() < until && !stopped) {
            pause();
        }
        return run;
    }

    @Override
    public WorkerShare share() {
        return share;
    }

    @Override
    public boolean mayContinue() {
        return !stopped
                && run.map(RunState::getStatus).orElse(RunStatus.RUNNING) == RunStatus.RUNNING
                && !leaderIsLost();
    }

    /** A leader that has sent its closing heartbeat is silent and not lost. */
    private boolean leaderIsLost() {
        long now = clocks.elapsed().nanos();
        Optional<Heartbeat> latest = leader;
        if (latest.isEmpty()) {
            return run.isPresent() && now - announcedNanos > FIRST_BEAT_WITHIN_NANOS;
        }
        return !latest.get().getClosing() && now - lastLeaderHeartbeatNanos > WorkerRegistry.SILENCE.toNanos();
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public OptionalLong beginStep(int step, long leadNanos) throws InterruptedException {
        Instant announced = starts.get(step);
        while (mayContinue() && announced == null) {
            pause();
            announced = starts.get(step);
        }
        if (!mayContinue() || announced == null) {
            return OptionalLong.empty();
        }
        Instant own = WorkerClockConversion.toOwnClock(
                announced, leader.flatMap(FollowerWorkerGroup::offset), ownOffset.get());
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
    public Map<String, LaneStepEnd> endStep(LaneStepEnd own) {
        return Map.of(share.lane(), own);
    }

    @Override
    public void finish() {
        // Only the leader waits for the others.
    }

    @Override
    public List<String> invalidReasons() {
        return leaderIsLost() ? List.of("the lane that leads the run fell silent") : List.of();
    }

    private static void pause() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("a wait for the lane that leads was interrupted");
        }
        LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
}
