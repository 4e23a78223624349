package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineLimits;
import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.metrics.EngineMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The answers that are in one engine, and what the metrics are told about them. Confined to the engine's thread. */
final class Jobs {
    private final Engine engine;
    private final EngineMetrics metrics;
    private final Map<String, Job> running = new HashMap<>();

    Jobs(Engine engine, EngineMetrics metrics) {
        this.engine = engine;
        this.metrics = metrics;
        metrics.changed(engine.state());
    }

    boolean none() {
        return !engine.hasWork();
    }

    int count() {
        return running.size();
    }

    void accept(Job job, long readyNanos) {
        job.submitted(readyNanos);
        running.put(job.request().id(), job);
        engine.submit(job.request());
    }

    int missingTokens(SimRequest request) {
        return request.promptTokens() - engine.cachedTokens(request);
    }

    StepResult step(long startNanos) {
        return engine.step(startNanos);
    }

    void limit(EngineLimits limits) {
        engine.limit(limits);
    }

    /** Takes a request out of the engine; false if it is not there. */
    boolean abort(String id) {
        running.remove(id);
        return engine.abort(id);
    }

    void resetPrefixCache() {
        engine.resetPrefixCache();
    }

    /** A request ended without its answer; {@code reason} as the metrics count it. */
    void ended(String reason) {
        metrics.brokenOff(reason);
        metrics.changed(engine.state());
    }

    /** What a step will have produced when it ends, ready to be written. */
    List<Output> outputs(StepResult step, long endNanos) {
        List<Output> outputs = new ArrayList<>(step.progress().size());
        for (Progress progress : step.progress()) {
            Job job = running.get(progress.id());
            if (job != null) {
                outputs.add(job.output(progress, endNanos));
            }
        }
        return outputs;
    }

    /** Accounts for a step that has ended. */
    void account(StepResult step, long nowNanos) {
        for (Progress progress : step.progress()) {
            Job job = running.get(progress.id());
            if (job != null) {
                account(job, progress, nowNanos);
            }
        }
        metrics.stepped(step, engine.state());
    }

    private void account(Job job, Progress progress, long nowNanos) {
        if (progress.first()) {
            metrics.firstToken(nowNanos - job.arrivedNanos());
        } else {
            metrics.nextToken(nowNanos - job.lastTokenNanos());
        }
        job.progressed(progress, nowNanos);
        if (progress.finished()) {
            running.remove(progress.id());
            finished(job, progress);
        }
    }

    private void finished(Job job, Progress last) {
        metrics.finished(job.finished(last));
        Siblings siblings = job.siblings();
        if (siblings.finished(last.generatedTokens())) {
            metrics.answered(siblings.n(), siblings.longestTokens());
        }
    }
}
