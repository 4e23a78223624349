package io.tidemark.producer.run;

import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallRequest;

/**
 * A request that is due.
 *
 * @param segment slice of the step's measured part that it is due in, from 0; see {@link StepBounds#segment}
 * @param number in the lane, from 0, in the order in which they became due
 */
record PlannedRequest(
        long number, int step, StepPart part, int segment, long dueNanos, PreparedTurn turn, CallRequest call) {
    /** Of a step's first segment. */
    PlannedRequest(long number, int step, StepPart part, long dueNanos, PreparedTurn turn, CallRequest call) {
        this(number, step, part, 0, dueNanos, turn, call);
    }

    PromptFacts prompt() {
        return turn.prompt();
    }
}
