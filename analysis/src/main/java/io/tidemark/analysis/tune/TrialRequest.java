package io.tidemark.analysis.tune;

import java.util.OptionalDouble;

/**
 * What is asked of a fresh server.
 *
 * @param number from 1, of all starts
 * @param checkLoad a load to probe first: if it surely breaks there, the trial ends with {@link TrialOutcome.Bound}; if not, it goes on. Empty
 *     without a check.
 * @param expected the value that the model expects, where a search may begin; empty where nothing is known
 * @param seconds that the server is measured at most, the check included
 */
public record TrialRequest(
        int number,
        Candidate candidate,
        TrialPurpose purpose,
        OptionalDouble checkLoad,
        OptionalDouble expected,
        double seconds) {}
