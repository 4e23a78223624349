package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.cost.StepWork;
import java.util.List;

/**
 * One step of the engine. All of it becomes true at {@code endNanos}.
 *
 * @param startNanos when the step began
 * @param durationNanos how long it takes
 * @param load what was computed
 * @param iterationTokens prompt tokens of the prefills that ended, and generated tokens ({@code vllm:iteration_tokens_total})
 * @param progress the requests that emitted tokens
 * @param preempted ids of the requests that were put back into the queue
 */
public record StepResult(
        long startNanos,
        long durationNanos,
        StepWork load,
        long iterationTokens,
        List<RequestProgress> progress,
        List<String> preempted) {
    public StepResult {
        progress = List.copyOf(progress);
        preempted = List.copyOf(preempted);
    }

    /** The same step with other progress, such as without requests that were aborted while it was made. */
    public StepResult withProgress(List<RequestProgress> replaced) {
        return new StepResult(startNanos, durationNanos, load, iterationTokens, replaced, preempted);
    }

    public long endNanos() {
        return startNanos + durationNanos;
    }
}
