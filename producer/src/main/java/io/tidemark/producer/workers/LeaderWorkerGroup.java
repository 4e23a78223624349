package io.tidemark.producer.workers;

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

/** The workers of a run, as the lane that leads sees them: steps begin when every lane is ready and end when every lane says so. */
public final class LeaderWorkerGroup implements WorkerGroup, WorkerEventFeed.Listener {
    /** For the news of a step's start to reach the others; one that hears it later begins late, and its schedule lag says so. */
    private static final long STEP_START_LEAD_NANOS = Duration.ofMillis(1_500).toNanos();

    private static final long LOOK_EVERY_NANOS = 10_000_000;

    private final WorkerShare share;
    private final NanoClock clock;
    private final WorkerRegistry registry;
    private volatile boolean stopped;

    /** @param joinWithin how long the others may take until they are there */
    public LeaderWorkerGroup(WorkerShare share, NanoClock clock, Duration joinWithin) {
        this.share = share;
        this.clock = clock;
        this.registry = new WorkerRegistry(share, clock.nanos(), joinWithin);
    }

    /** The process of a lane ended, or could not be started; from any thread. */
    public void processEnded(String lane, String how) {
        registry.processEnded(lane, how);
    }

    @Override
    public void heartbeat(Heartbeat beat) {
        registry.recordHeartbeat(beat, clock.nanos());
    }

    @Override
    public void control(ControlEvent event) {
        // What the leader itself announced.
    }

    @Override
    public WorkerShare share() {
        return share;
    }

    @Override
    public boolean mayContinue() {
        registry.detectSilence(clock.nanos());
        return !stopped && !registry.anyLost();
    }

    @Override
    public void stop() {
        stopped = true;
        registry.stopping();
    }

    @Override
    public OptionalLong beginStep(int step, long leadNanos) throws InterruptedException {
        await(() -> !mayContinue() || registry.allReady(step));
        return mayContinue()
                ? OptionalLong.of(clock.nanos() + STEP_START_LEAD_NANOS + leadNanos)
                : OptionalLong.empty();
    }

    @Override
    public Map<String, LaneStepEnd> endStep(LaneStepEnd own) throws InterruptedException {
        await(() -> registry.allEnded(own.getStep()));
        Map<String, LaneStepEnd> ends = new TreeMap<>(registry.stepEnds(own.getStep()));
        ends.put(share.lane(), own);
        return ends;
    }

    @Override
    public void finish() throws InterruptedException {
        await(registry::allFinished);
    }

    @Override
    public List<String> invalidReasons() {
        return registry.invalidReasons();
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        registry.detectSilence(clock.nanos());
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("a wait for the other lanes was interrupted");
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
            registry.detectSilence(clock.nanos());
        }
    }
}
