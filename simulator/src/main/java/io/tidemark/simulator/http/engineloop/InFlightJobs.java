package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineLimits;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.http.response.ChoiceOutput;
import io.tidemark.simulator.metrics.EngineMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The answers that are in one engine; updates the engine's metrics about them. Confined to the engine's thread. */
public final class InFlightJobs {
    private final Engine engine;
    private final EngineMetrics metrics;
    private final Map<String, GenerationJob> running = new HashMap<>();

    public InFlightJobs(Engine engine, EngineMetrics metrics) {
        this.engine = engine;
        this.metrics = metrics;
        metrics.changed(engine.state());
    }

    public boolean isIdle() {
        return !engine.hasWork();
    }

    int count() {
        return running.size();
    }

    public void accept(GenerationJob job, long readyNanos) {
        job.submitted(readyNanos);
        running.put(job.request().id(), job);
        engine.submit(job.request());
    }

    public int missingTokens(EngineRequest request) {
        return request.promptTokens() - engine.cachedTokens(request);
    }

    public StepResult step(long startNanos) {
        return engine.step(startNanos);
    }

    void limit(EngineLimits limits) {
        engine.limit(limits);
    }

    /** Takes a request out of the engine; false if it is not there. */
    public boolean abort(String id) {
        running.remove(id);
        return engine.abort(id);
    }

    public void resetPrefixCache() {
        engine.resetPrefixCache();
    }

    /** A request ended without its answer; {@code reason} as the metrics count it. */
    public void countAborted(String reason) {
        metrics.requestAborted(reason);
        metrics.changed(engine.state());
    }

    /** What a step will have produced when it ends, ready to be written. */
    public List<ChoiceOutput> outputs(StepResult step, long endNanos) {
        List<ChoiceOutput> outputs = new ArrayList<>(step.progress().size());
        for (RequestProgress progress : step.progress()) {
            GenerationJob job = running.get(progress.id());
            if (job != null) {
                outputs.add(job.output(progress, endNanos));
            }
        }
        return outputs;
    }

    /** Accounts for a step that has ended. */
    public void account(StepResult step, long nowNanos) {
        for (RequestProgress progress : step.progress()) {
            GenerationJob job = running.get(progress.id());
            if (job != null) {
                account(job, progress, nowNanos);
            }
        }
        metrics.stepped(step, engine.state());
    }

    private void account(GenerationJob job, RequestProgress progress, long nowNanos) {
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

    private void finished(GenerationJob job, RequestProgress last) {
        metrics.finished(job.finished(last));
        ChoiceGroup siblings = job.siblings();
        if (siblings.finished(last.generatedTokens())) {
            metrics.answered(siblings.size(), siblings.longestTokens());
        }
    }
}
