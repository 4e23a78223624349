package io.tidemark.streams.objectives;

import java.util.Optional;

/** A finding about the window that ends at a second. */
public record WindowReading(
        long endSecond, WindowFinding finding, ObjectiveValue value, EvidenceCounts counted, Optional<BurnRate> burn) {
    public WindowReading(long endSecond, WindowFinding finding, ObjectiveValue value, EvidenceCounts counted) {
        this(endSecond, finding, value, counted, Optional.empty());
    }

    public WindowEvidence moment() {
        return new WindowEvidence(endSecond, value, counted, burn);
    }
}
