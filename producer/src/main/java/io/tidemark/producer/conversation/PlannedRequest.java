package io.tidemark.producer.conversation;

import io.tidemark.events.StepPart;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.schedule.StepBounds;

/**
 * A request that is due.
 *
 * @param segment slice of the step's measured part that it is due in, from 0; see {@link StepBounds#segment}
 * @param number in the lane, from 0, in the order in which they became due
 */
public record PlannedRequest(
        long number, int step, StepPart part, int segment, long dueNanos, PreparedTurn turn, CompletionRequest call) {
    /** Of a step's first segment. */
    public PlannedRequest(
            long number, int step, StepPart part, long dueNanos, PreparedTurn turn, CompletionRequest call) {
        this(number, step, part, 0, dueNanos, turn, call);
    }

    public PromptFacts prompt() {
        return turn.prompt();
    }
}
