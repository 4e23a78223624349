package io.tidemark.sinks.store.read;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A breach as its last record reported. {@code limit}, {@code value} and {@code worst} are nanoseconds for a metric, a share for the ratios (no metric). */
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
        List<CorrelatedSignalRow> correlatedSignals,
        Remarks remarks) {
    public BreachRow {
        correlatedSignals = List.copyOf(correlatedSignals);
    }

    /**
     * What else is reported of it.
     *
     * @param description what was found, in plain words
     * @param correlationSummary what moved with it, in plain words; empty if it has none
     * @param flapping whether it was kept open because it opened and closed too often
     * @param rule the burn-rate rule that opened it, in words; empty for the objective's own window. Then its figures are burn rates
     * @param endedBy why it closed
     * @param worstIsLowerBound whether {@code worst} is only the least that is known
     */
    public record Remarks(
            String description,
            String correlationSummary,
            boolean flapping,
            boolean worstIsLowerBound,
            String rule,
            BreachEnd endedBy) {}
}
