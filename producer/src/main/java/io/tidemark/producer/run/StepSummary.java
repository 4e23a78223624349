package io.tidemark.producer.run;

import java.util.OptionalLong;

/**
 * What became of a step's requests on this side.
 *
 * @param scheduleLagP99Nanos of the measured part
 */
public record StepSummary(
        int step, double askedPerSecond, double drawnPerSecond, StepCounts counts, OptionalLong scheduleLagP99Nanos) {
    /** Share of the measured requests that were sent within the schedule; 0 when none was due. */
    public double sentShare() {
        return counts.measuredDue() == 0 ? 0 : (double) counts.sentInSchedule() / counts.measuredDue();
    }
}
