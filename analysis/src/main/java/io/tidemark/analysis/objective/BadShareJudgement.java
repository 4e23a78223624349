package io.tidemark.analysis.objective;

import io.tidemark.events.Verdict;
import java.util.OptionalLong;

/**
 * What a count of bad requests says about an allowed share of them.
 *
 * @param share share of bad requests seen; NaN when there were none at all
 * @param lowShare lower end of the two-sided 95 % Clopper-Pearson interval, in [0, 1]
 * @param highShare upper end, in [0, 1]
 * @param neededRequests requests, in all, that would decide if the share seen stayed; empty when decided or beyond
 *     {@link BadShareJudge#MAX_NEEDED}
 */
public record BadShareJudgement(
        Verdict verdict, double share, double lowShare, double highShare, OptionalLong neededRequests) {}
