package io.tidemark.producer.run;

import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.workload.Prompt;

/**
 * A request that is due.
 *
 * @param number in the lane, from 0, in the order in which they became due
 */
record PlannedRequest(long number, int step, StepPart part, long dueNanos, PreparedTurn turn, CallRequest call) {
    Prompt prompt() {
        return turn.prompt();
    }
}
