package io.tidemark.producer.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What became of a step's requests on this side.
 *
 * @param scheduleLagP99Nanos of the measured part: for how long nothing but this client kept a request from being sent
 * @param clientError what the first request that ended by an error of the client itself says of it
 * @param failures why requests failed, all parts of the step, the most frequent cause first; of this lane's requests
 * @param flags what a reader of the step's figures must know, in words
 */
public record StepSummary(
        int step,
        OfferedLoad load,
        StepCounts counts,
        OptionalLong scheduleLagP99Nanos,
        StepFlow flow,
        CacheShare cache,
        Optional<String> clientError,
        List<FailureCause.Counted> failures,
        List<String> flags) {
    public StepSummary {
        failures = List.copyOf(failures);
        flags = List.copyOf(flags);
    }

    /** Of a step whose prefix cache nobody watched and whose failures nobody asked after. */
    public StepSummary(
            int step,
            OfferedLoad load,
            StepCounts counts,
            OptionalLong scheduleLagP99Nanos,
            StepFlow flow,
            List<String> flags) {
        this(step, load, counts, scheduleLagP99Nanos, flow, CacheShare.UNKNOWN, Optional.empty(), List.of(), flags);
    }

    StepSummary with(CacheShare watched) {
        return new StepSummary(step, load, counts, scheduleLagP99Nanos, flow, watched, clientError, failures, flags)
                .flagged(watched.flags());
    }

    StepSummary flagged(List<String> more) {
        List<String> all = Stream.concat(flags.stream(), more.stream()).toList();
        return new StepSummary(step, load, counts, scheduleLagP99Nanos, flow, cache, clientError, failures, all);
    }

    /** Share of the measured requests that were sent within the schedule; 0 when none was due. */
    public double sentShare() {
        return counts.measuredDue() == 0 ? 0 : (double) counts.sentInSchedule() / counts.measuredDue();
    }
}
