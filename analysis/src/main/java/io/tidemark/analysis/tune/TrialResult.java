package io.tidemark.analysis.tune;

import java.util.List;
import java.util.Optional;

/**
 * A start that is over.
 *
 * @param id the caller's own, such as a run's; never looked at
 * @param startSeconds until the server was ready and warm, and for its stop
 * @param measuredSeconds in between
 * @param heldOut what came of the held-out workload on the same server; empty where it was not measured
 */
public record TrialResult(
        String id,
        TrialRequest request,
        TrialOutcome outcome,
        double startSeconds,
        double measuredSeconds,
        Optional<TrialOutcome> heldOut) {
    /** Without a held-out workload. */
    public TrialResult(
            String id, TrialRequest request, TrialOutcome outcome, double startSeconds, double measuredSeconds) {
        this(id, request, outcome, startSeconds, measuredSeconds, Optional.empty());
    }

    public TrialResult {
        if (!(startSeconds >= 0 && measuredSeconds >= 0)) {
            throw new IllegalArgumentException("trial " + id + " must take >= 0 s but took " + startSeconds
                    + " s to start and " + measuredSeconds + " s to measure");
        }
    }

    /** The same start as its held-out workload saw it. */
    Optional<TrialResult> onHeldOut() {
        return heldOut.map(seen -> new TrialResult(id, request, seen, startSeconds, measuredSeconds));
    }

    /** Server time. */
    public double seconds() {
        return startSeconds + measuredSeconds;
    }

    /** Whether the last so many starts failed by the same cause. */
    static boolean failedAlike(List<TrialResult> results, int starts) {
        return results.size() >= starts
                && results.get(results.size() - 1).outcome() instanceof TrialOutcome.Infeasible last
                && results.subList(results.size() - starts, results.size()).stream()
                        .allMatch(it -> it.outcome().equals(last));
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
