package io.tidemark.producer.tally;

import io.tidemark.events.DoubtCount;
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
 * @param doubts what makes figures of it unfit for a verdict
 */
public record StepSummary(
        int step,
        StepOfferedLoad load,
        StepCounts counts,
        OptionalLong scheduleLagP99Nanos,
        StepThroughput flow,
        PrefixCacheShare cache,
        Optional<String> clientError,
        List<FailureCause.Counted> failures,
        List<String> flags,
        List<DoubtCount> doubts) {
    public StepSummary {
        failures = List.copyOf(failures);
        flags = List.copyOf(flags);
        doubts = List.copyOf(doubts);
    }

    /** Of a step without figures of its prefix cache and of its failures. */
    public StepSummary(
            int step,
            StepOfferedLoad load,
            StepCounts counts,
            OptionalLong scheduleLagP99Nanos,
            StepThroughput flow,
            List<String> flags) {
        this(
                step,
                load,
                counts,
                scheduleLagP99Nanos,
                flow,
                PrefixCacheShare.UNKNOWN,
                Optional.empty(),
                List.of(),
                flags,
                List.of());
    }

    public StepSummary withCache(PrefixCacheShare watched) {
        return new StepSummary(
                        step, load, counts, scheduleLagP99Nanos, flow, watched, clientError, failures, flags, doubts)
                .withFlags(watched.flags());
    }

    public StepSummary withFlags(List<String> more) {
        List<String> all = Stream.concat(flags.stream(), more.stream()).toList();
        return new StepSummary(
                step, load, counts, scheduleLagP99Nanos, flow, cache, clientError, failures, all, doubts);
    }

    /** Share of the measured requests that were sent within the schedule; 0 when none was due. */
    public double sentShare() {
        return counts.measuredDue() == 0 ? 0 : (double) counts.sentInSchedule() / counts.measuredDue();
    }
}
