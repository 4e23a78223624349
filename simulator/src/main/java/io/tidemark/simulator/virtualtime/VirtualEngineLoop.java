package io.tidemark.simulator.virtualtime;

import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.engine.fleet.InFlightRequests;
import io.tidemark.simulator.engine.fleet.ReplicaLoad;
import io.tidemark.simulator.http.engineloop.EngineLoop;
import io.tidemark.simulator.http.engineloop.EngineTiming;
import io.tidemark.simulator.http.engineloop.GenerationJob;
import io.tidemark.simulator.http.engineloop.InFlightJobs;
import io.tidemark.simulator.http.response.ChoiceOutput;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/** Steps an engine as events of virtual time: what {@link EngineLoop} does in real time. */
final class VirtualEngineLoop {
    private final InFlightJobs jobs;
    private final EngineTiming pace;
    private final VirtualTime time;
    private final Set<GenerationJob> arriving = new LinkedHashSet<>();
    private final Queue<Runnable> commands = new ArrayDeque<>();
    private final InFlightRequests inFlight = new InFlightRequests();
    private boolean busy;
    private boolean crashed;

    VirtualEngineLoop(InFlightJobs jobs, EngineTiming pace, VirtualTime time) {
        this.jobs = jobs;
        this.pace = pace;
        this.time = time;
    }

    /** What a router knows when a request comes. */
    ReplicaLoad load(EngineRequest request) {
        return inFlight.load(jobs.missingTokens(request));
    }

    /** Whether a request has not ended. */
    boolean has(String id) {
        return inFlight.contains(id);
    }

    /** What it was about to do does not happen. */
    void crash() {
        crashed = true;
    }

    void submit(GenerationJob job) {
        inFlight.add(job.request(), jobs.missingTokens(job.request()));
        arriving.add(job);
        time.at(job.arrivedNanos() + pace.frontNanos(), () -> ready(job));
    }

    private void ready(GenerationJob job) {
        if (arriving.remove(job)) {
            commands.add(() -> jobs.accept(job, job.arrivedNanos() + pace.frontNanos()));
            wake();
        }
    }

    /** Ends a request before the next step; {@code reason} as the metrics count it. */
    void end(String id, String reason) {
        inFlight.remove(id);
        commands.add(() -> remove(id, reason));
        wake();
    }

    /** Empties the prefix cache before the next step. */
    void resetPrefixCache() {
        commands.add(jobs::resetPrefixCache);
        wake();
    }

    private void remove(String id, String reason) {
        boolean wasInEngine = jobs.abort(id);
        boolean wasOnItsWay = arriving.removeIf(job -> job.request().id().equals(id));
        if (wasInEngine || wasOnItsWay) { // else its last token was out before
            jobs.countAborted(reason);
        }
    }

    /** The next step begins after all that happens at this moment. */
    private void wake() {
        if (!busy) {
            busy = true;
            time.now(this::begin);
        }
    }

    private void begin() {
        if (crashed) {
            return;
        }
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
        if (jobs.isIdle()) {
            busy = false;
            return;
        }
        if (pace.stalled()) {
            time.at(time.nanos() + EngineTiming.STALL_POLL_NANOS, this::begin);
            return;
        }
        pace.applyLimits(jobs);
        StepResult step = jobs.step(time.nanos());
        long endNanos = step.startNanos() + pace.durationNanos(step);
        pace.stepStarted(step, endNanos);
        List<ChoiceOutput> outputs = jobs.outputs(step, endNanos);
        time.at(endNanos, () -> ended(step, outputs));
    }

    private void ended(StepResult step, List<ChoiceOutput> outputs) {
        if (crashed) {
            return;
        }
        step.progress().forEach(inFlight::update);
        outputs.forEach(ChoiceOutput::write);
        jobs.account(step, time.nanos());
        time.now(this::begin);
    }
}
