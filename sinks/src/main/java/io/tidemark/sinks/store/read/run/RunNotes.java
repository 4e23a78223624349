package io.tidemark.sinks.store.read.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a run says about itself that its figures are to be read with.
 *
 * @param calibration empty when it was not measured
 * @param tokenCounting by what prompts' lengths were aimed; empty if it does not say
 * @param remarks about the workload
 * @param firstRequestTtftNanos of the request that was sent alone before the first step
 * @param firstRequestE2eNanos of the same
 * @param servedBefore requests that the server had served before it, by its own count
 * @param targetFailure that the target could not be used, in words; empty where it answered to the end
 * @param stopReason what stopped it before the end of its plan, in words; empty where nothing did
 * @param publishing how its events came to Kafka
 */
public record RunNotes(
        Optional<CalibrationRow> calibration,
        String tokenCounting,
        List<String> remarks,
        OptionalLong firstRequestTtftNanos,
        OptionalLong firstRequestE2eNanos,
        OptionalLong servedBefore,
        Optional<String> targetFailure,
        Optional<String> stopReason,
        PublishingRow publishing) {
    /** Of a run that says nothing. */
    public static final RunNotes NONE = new RunNotes(
            Optional.empty(),
            "",
            List.of(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            PublishingRow.NONE);

    public RunNotes {
        remarks = List.copyOf(remarks);
    }

    /** What stopped it, before its remarks. */
    public List<String> allRemarks() {
        return Stream.concat(stopReason.stream(), remarks.stream()).toList();
    }
}
