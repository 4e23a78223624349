package io.tidemark.producer.run;

import io.tidemark.events.RunStatus;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.TargetFailure;
import java.util.List;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param status ENDED, ABORTED or INVALID
 * @param invalidReasons why its figures must not be used, in words
 * @param stepReasons why figures of single steps must not be used while those of others may, in words
 * @param targetFailure that the target could not be used; empty where it answered to the end
 * @param overflow events lost because the queue to the publisher was full
 * @param lost events that the publisher took and lost
 */
public record RunOutcome(
        String runId,
        RunStatus status,
        List<String> invalidReasons,
        List<String> stepReasons,
        List<StepSummary> steps,
        Optional<TargetFailure> targetFailure,
        long overflow,
        long lost) {
    public RunOutcome {
        invalidReasons = List.copyOf(invalidReasons);
        stepReasons = List.copyOf(stepReasons);
        steps = List.copyOf(steps);
    }
}
