package io.tidemark.sinks.store.read;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A breach as its last record said. {@code limit}, {@code value} and {@code worst} are nanoseconds for a metric, a share for the ratios (no metric). */
public record BreachRow(
        String breach,
        RunKey run,
        int step,
        String target,
        String requestClass,
        String objective,
        Optional<Metric> metric,
        BreachState state,
        Finality evidence,
        Instant opened,
        Instant updated,
        Optional<Instant> closed,
        double limit,
        double value,
        double worst,
        long count,
        int windowSeconds,
        List<MovedRow> movedWith) {
    public BreachRow {
        movedWith = List.copyOf(movedWith);
    }
}
