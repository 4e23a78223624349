package io.tidemark.analysis;

import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.Verdict;
import java.util.List;

/**
 * The verdict on one step.
 *
 * @param load requests per second asked, or requests in flight
 */
public record LoadVerdict(double load, Verdict verdict, List<ObjectiveResult> objectives) {
    public LoadVerdict {
        objectives = List.copyOf(objectives);
    }
}
