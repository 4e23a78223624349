package io.tidemark.simulator.http;

import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.engine.Flights;
import io.tidemark.simulator.engine.ReplicaLoad;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.engine.StepResult;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/** Steps an engine as events of virtual time: what {@link EngineDriver} does in real time. */
final class VirtualEngine {
    private final Jobs jobs;
    private final Pace pace;
    private final VirtualTime time;
    private final Set<Job> onTheWay = new LinkedHashSet<>();
    private final Queue<Runnable> commands = new ArrayDeque<>();
    private final Flights flights = new Flights();
    private boolean busy;
    private boolean crashed;

    VirtualEngine(Jobs jobs, Pace pace, VirtualTime time) {
        this.jobs = jobs;
        this.pace = pace;
        this.time = time;
    }

    /** What a router knows when a request comes. */
    ReplicaLoad load(SimRequest request) {
        return flights.load(jobs.missingTokens(request));
    }

    /** Whether a request has not ended. */
    boolean has(String id) {
        return flights.contains(id);
    }

    /** What it was about to do does not happen. */
    void crash() {
        crashed = true;
    }

    void submit(Job job) {
        flights.sent(job.request(), jobs.missingTokens(job.request()));
        onTheWay.add(job);
        time.at(job.arrivedNanos() + pace.frontNanos(), () -> ready(job));
    }

    private void ready(Job job) {
        if (onTheWay.remove(job)) {
            commands.add(() -> jobs.accept(job, job.arrivedNanos() + pace.frontNanos()));
            wake();
        }
    }

    /** Ends a request before the next step; {@code reason} as the metrics count it. */
    void end(String id, String reason) {
        flights.left(id);
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
        boolean wasOnItsWay = onTheWay.removeIf(job -> job.request().id().equals(id));
        if (wasInEngine || wasOnItsWay) { // else its last token was out before
            jobs.ended(reason);
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
        if (jobs.none()) {
            busy = false;
            return;
        }
        if (pace.stalled()) {
            time.at(time.nanos() + Pace.LOOK_NANOS, this::begin);
            return;
        }
        pace.tune(jobs);
        StepResult step = jobs.step(time.nanos());
        long endNanos = step.startNanos() + pace.durationNanos(step);
        pace.began(step, endNanos);
        List<Output> outputs = jobs.outputs(step, endNanos);
        time.at(endNanos, () -> ended(step, outputs));
    }

    private void ended(StepResult step, List<Output> outputs) {
        if (crashed) {
            return;
        }
        step.progress().forEach(flights::progressed);
        outputs.forEach(Output::write);
        jobs.account(step, time.nanos());
        time.now(this::begin);
    }
}
