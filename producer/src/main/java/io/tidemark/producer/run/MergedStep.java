package io.tidemark.producer.run;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.producer.tally.StepSummary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What became of a step, and how many requests each lane reports.
 *
 * @param measureUntilNanos the measured part's end, from the step's start
 * @param due all parts, by lane
 * @param measuredDue measured part, by lane
 */
record MergedStep(StepSummary summary, long measureUntilNanos, Map<String, Long> due, Map<String, Long> measuredDue) {
    /** Of a run with one lane. */
    static MergedStep ofSingleWorker(String lane, StepSummary summary, LaneStepEnd end) {
        return of(summary, end.getMeasureUntilNanos(), Map.of(lane, end));
    }

    /** The same, with more to know of it. */
    MergedStep withFlags(List<String> flags) {
        return new MergedStep(summary.withFlags(flags), measureUntilNanos, due, measuredDue);
    }

    /** Of a run with several. */
    static MergedStep ofWorkers(StepSummaryMerger group, StepSummary own, Map<String, LaneStepEnd> ends) {
        return of(group.mergeInto(own), group.measureUntilNanos(), ends);
    }

    private static MergedStep of(StepSummary summary, long untilNanos, Map<String, LaneStepEnd> ends) {
        return new MergedStep(
                summary, untilNanos, byLane(ends, LaneStepEnd::getDue), byLane(ends, LaneStepEnd::getMeasuredDue));
    }

    private static Map<String, Long> byLane(Map<String, LaneStepEnd> ends, Function<LaneStepEnd, Long> count) {
        Map<String, Long> counts = new TreeMap<>();
        ends.forEach((lane, end) -> counts.put(lane, count.apply(end)));
        return counts;
    }
}
