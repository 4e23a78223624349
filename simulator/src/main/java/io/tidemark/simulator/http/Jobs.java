package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.metrics.ServerMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests that are in the engine, and what the metrics are told about them. Confined to the engine's thread. */
final class Jobs {
    private final Engine engine;
    private final ServerMetrics metrics;
    private final Map<String, Job> running = new HashMap<>();

    Jobs(Engine engine, ServerMetrics metrics) {
        this.engine = engine;
        this.metrics = metrics;
    }

    boolean none() {
        return !engine.hasWork();
    }

    void accept(Job job, long readyNanos) {
        job.submitted(readyNanos);
        running.put(job.request().id(), job);
        engine.submit(job.request());
    }

    StepResult step(long startNanos) {
        return engine.step(startNanos);
    }

    /** Takes a request out of the engine; false if it is not there. */
    boolean abort(String id) {
        running.remove(id);
        return engine.abort(id);
    }

    void resetPrefixCache() {
        engine.resetPrefixCache();
    }

    /** The client of a request has gone. */
    void left() {
        metrics.brokenOff("abort");
        metrics.changed(engine.state());
    }

    /** Accounts for a step that has ended, and gives what it produced. */
    List<Delivery> collect(StepResult step, long nowNanos) {
        List<Delivery> deliveries = new ArrayList<>(step.progress().size());
        for (Progress progress : step.progress()) {
            Job job = running.get(progress.id());
            if (job != null) {
                account(job, progress, nowNanos);
                deliveries.add(new Delivery(job.exchange(), progress));
            }
        }
        metrics.stepped(step, engine.state());
        return deliveries;
    }

    private void account(Job job, Progress progress, long nowNanos) {
        if (progress.first()) {
            metrics.firstToken(nowNanos - job.arrivedNanos());
        } else {
            metrics.nextToken(nowNanos - job.lastTokenNanos());
        }
        job.progressed(progress, nowNanos);
        if (job.breaks(progress)) {
            abort(progress.id());
            metrics.brokenOff("error");
        }
        if (progress.finished()) {
            running.remove(progress.id());
            metrics.finished(job.finished(progress));
        }
    }
}
