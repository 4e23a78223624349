package io.tidemark.simulator.http.engineloop;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.http.response.ChoiceOutput;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps an engine in real time on one thread: takes what came in, makes a step, makes ready what it produced, parks until the
 * step's end, hands it out. No thread or timer per request.
 */
public final class EngineLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineLoop.class);
    private static final long CLOSE_WAIT_MILLIS = 5_000;
    /**
     * An accelerator does not wait for a busy host: when this thread wakes up late, the next step begins when it should have,
     * up to this much in the past. Beyond it the host is too slow and the time is lost.
     */
    private static final long CATCH_UP_NANOS = 250_000_000L;
    /** What a step produced is handed out this much before its end at most, so that the writing thread is awake by then. */
    private static final long LEAD_NANOS = 1_000_000L;
    /** Of a short step, this part at most. */
    private static final int LEAD_PART = 4;

    private final InFlightJobs jobs;
    private final NanoClock clock;
    private final EngineTiming pace;
    private final OutputDispatcher handover;
    private final long startedNanos;
    private final Queue<GenerationJob> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "simulator-engine");
    private StepOutputs before = StepOutputs.empty();
    private volatile int inEngine;
    private volatile boolean closed;
    private volatile boolean dead;

    /** @param handover gets what each step produced, on the engine's thread, a moment before it is due */
    public EngineLoop(InFlightJobs jobs, NanoClock clock, EngineTiming pace, OutputDispatcher handover) {
        this.jobs = jobs;
        this.clock = clock;
        this.pace = pace;
        this.handover = handover;
        this.startedNanos = clock.nanos();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Whether the engine still runs; vLLM's /health turns to 503 when it does not. */
    boolean alive() {
        return !dead;
    }

    /** Answers that it has and that are on their way to it, as of its last step. */
    int inFlight() {
        return inEngine + arrivals.size();
    }

    /** Takes a request from any thread; jobs are taken in the order of their arrival. */
    public void submit(GenerationJob job) {
        arrivals.add(job);
        LockSupport.unpark(thread);
    }

    /**
     * Ends a request, from any thread; its slot and blocks are free at the next step.
     *
     * @param reason as the metrics count it, e.g. {@code abort} for a client that has gone
     */
    public void end(String id, String reason) {
        command(() -> remove(id, reason));
    }

    /** Empties the prefix cache before the next step, from any thread. */
    void resetPrefixCache() {
        command(jobs::resetPrefixCache);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void command(Runnable command) {
        commands.add(command);
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            long endNanos = startedNanos;
            while (!closed) {
                endNanos = turn(endNanos);
            }
        } catch (RuntimeException e) {
            dead = true;
            LOG.error("the simulated engine died; its requests will get no answer", e);
        }
    }

    /** Makes one step, or waits for work; gives the time at which the next step may begin. */
    private long turn(long lastEndNanos) {
        long earliestNanos = Math.max(lastEndNanos, awaitStallEnd());
        runCommands();
        boolean idle = jobs.isIdle();
        long firstReadyNanos = takeArrivals();
        if (jobs.isIdle()) {
            inEngine = 0;
            awaitWork();
            return earliestNanos;
        }
        pace.applyLimits(jobs);
        inEngine = jobs.count();
        long dueNanos = idle ? Math.max(earliestNanos, firstReadyNanos) : earliestNanos;
        StepResult step = jobs.step(Math.max(dueNanos, clock.nanos() - CATCH_UP_NANOS));
        long endNanos = step.startNanos() + pace.durationNanos(step);
        pace.stepStarted(step, endNanos);
        long lastsNanos = endNanos - step.startNanos();
        awaitWritten(endNanos - lastsNanos / 2);
        List<ChoiceOutput> outputs = jobs.outputs(step, endNanos);
        parkUntil(endNanos - Math.min(LEAD_NANOS, lastsNanos / LEAD_PART));
        if (!closed) {
            hand(outputs, endNanos);
            parkUntil(endNanos);
            jobs.account(step, Math.max(endNanos, clock.nanos()));
        }
        return endNanos;
    }

    private void hand(List<ChoiceOutput> outputs, long dueNanos) {
        if (outputs.isEmpty()) {
            return;
        }
        before = new StepOutputs(outputs, dueNanos);
        handover.dispatch(before);
    }

    /** Leaves the processor to the writing of the step before, until half of this one is over. */
    private void awaitWritten(long latestNanos) {
        long leftNanos = latestNanos - clock.nanos();
        while (leftNanos > 0 && !closed && !before.written()) {
            LockSupport.parkNanos(this, leftNanos);
            leftNanos = latestNanos - clock.nanos();
        }
    }

    /** Gives when a stall that was on has ended, else a time long ago. */
    private long awaitStallEnd() {
        long endNanos = startedNanos;
        while (!closed && pace.stalled()) {
            runCommands();
            LockSupport.parkNanos(this, EngineTiming.STALL_POLL_NANOS);
            endNanos = clock.nanos();
        }
        return endNanos;
    }

    private void runCommands() {
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
    }

    /** Gives when the first of the jobs taken was ready. */
    private long takeArrivals() {
        long nowNanos = clock.nanos();
        long firstReadyNanos = nowNanos;
        for (GenerationJob job = arrivals.peek();
                job != null && readyNanos(job) - nowNanos <= 0;
                job = arrivals.peek()) {
            arrivals.remove();
            firstReadyNanos = Math.min(firstReadyNanos, readyNanos(job));
            jobs.accept(job, readyNanos(job));
        }
        return firstReadyNanos;
    }

    private long readyNanos(GenerationJob job) {
        return job.arrivedNanos() + pace.frontNanos();
    }

    private void remove(String id, String reason) {
        boolean wasInEngine = jobs.abort(id);
        boolean wasOnItsWay = arrivals.removeIf(job -> job.request().id().equals(id));
        if (wasInEngine || wasOnItsWay) { // else its last token was out before the command came
            jobs.countAborted(reason);
        }
    }

    private void awaitWork() {
        if (!commands.isEmpty()) {
            return;
        }
        GenerationJob next = arrivals.peek();
        if (next == null) {
            LockSupport.park(this);
            return;
        }
        LockSupport.parkNanos(this, readyNanos(next) - clock.nanos());
    }

    private void parkUntil(long endNanos) {
        long leftNanos = endNanos - clock.nanos();
        while (leftNanos > 0 && !closed) {
            LockSupport.parkNanos(this, leftNanos);
            leftNanos = endNanos - clock.nanos();
        }
    }
}
