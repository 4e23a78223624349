package io.tidemark.producer.run;

import java.util.OptionalInt;

/**
 * A request as a watch sees it.
 *
 * @param number in the lane, from 0, in the order of the schedule
 * @param dueNanos by the run's clock
 */
public record WatchedRequest(
        long number, int step, long dueNanos, OptionalInt plannedPromptTokens, int plannedOutputTokens) {
    static WatchedRequest of(PlannedRequest planned) {
        return new WatchedRequest(
                planned.number(),
                planned.step(),
                planned.dueNanos(),
                planned.prompt().plannedPromptTokens(),
                planned.prompt().outputTokens());
    }
}
