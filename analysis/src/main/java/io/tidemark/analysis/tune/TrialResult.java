package io.tidemark.analysis.tune;

/**
 * A start that is over.
 *
 * @param id the caller's own, such as a run's; never looked at
 * @param startSeconds until the server was ready and warm, and for its stop
 * @param measuredSeconds in between
 */
public record TrialResult(
        String id, TrialRequest request, TrialOutcome outcome, double startSeconds, double measuredSeconds) {
    public TrialResult {
        if (!(startSeconds >= 0 && measuredSeconds >= 0)) {
            throw new IllegalArgumentException("trial " + id + " must take 0 s or longer but took " + startSeconds
                    + " s to start and " + measuredSeconds + " s to measure");
        }
    }

    /** Server time. */
    public double seconds() {
        return startSeconds + measuredSeconds;
    }

    Candidate candidate() {
        return request.candidate();
    }

    boolean isFinal() {
        return request.purpose() == TrialPurpose.FINAL;
    }

    boolean isFeasible() {
        return !(outcome instanceof TrialOutcome.Infeasible);
    }

    boolean isMeasured() {
        return outcome instanceof TrialOutcome.Measured;
    }
}
