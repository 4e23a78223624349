package io.tidemark.analysis.compare;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All figures of one run. A question that a run answers twice, as a load that its plan repeats, counts as one: their mean.
 *
 * @param startedAt when it began, which tells runs that took turns; empty where unknown
 */
public record RunFigures(String run, Optional<Instant> startedAt, List<Figure> figures) {
    public RunFigures {
        figures = List.copyOf(figures);
    }
}
