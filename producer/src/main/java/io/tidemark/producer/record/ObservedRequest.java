package io.tidemark.producer.record;

import io.tidemark.producer.conversation.PlannedRequest;
import java.util.OptionalInt;

/**
 * A request as a watch sees it.
 *
 * @param number in the lane, from 0, in the order of the schedule
 * @param dueNanos by the run's clock
 */
public record ObservedRequest(long number, int step, long dueNanos, OptionalInt plannedPromptTokens) {
    public static ObservedRequest of(PlannedRequest planned) {
        return new ObservedRequest(
                planned.number(),
                planned.step(),
                planned.dueNanos(),
                planned.prompt().plannedPromptTokens());
    }
}
