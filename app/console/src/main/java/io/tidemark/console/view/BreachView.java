package io.tidemark.console.view;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.BreachRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A breach as its last record reported. {@code limit}, {@code value} and {@code worst} are in the unit of the objective's limit; with a {@code rule}, burn rates. */
public record BreachView(
        String breach,
        int step,
        String target,
        String requestClass,
        String objective,
        Optional<String> metric,
        BreachState state,
        Finality evidence,
        Instant opened,
        Instant updated,
        Optional<Instant> closed,
        double limit,
        double value,
        double worst,
        boolean worstIsLowerBound,
        long count,
        int windowSeconds,
        String description,
        String correlationSummary,
        List<CorrelatedSignal> correlatedSignals,
        String rule,
        boolean flapping) {
    /** A signal that moved with the breach. */
    public record CorrelatedSignal(String signal, double before, double during) {}

    public static BreachView of(BreachRow row) {
        return new BreachView(
                row.breach(),
                StepNumber.of(row.step()),
                row.target(),
                row.requestClass(),
                row.objective(),
                row.metric().map(Metric::id),
                row.state(),
                row.evidence(),
                row.opened(),
                row.updated(),
                row.closed(),
                row.limit(),
                row.value(),
                row.worst(),
                row.remarks().worstIsLowerBound(),
                row.count(),
                row.windowSeconds(),
                row.remarks().description(),
                row.remarks().correlationSummary(),
                row.correlatedSignals().stream()
                        .map(moved -> new CorrelatedSignal(moved.signal(), moved.before(), moved.during()))
                        .toList(),
                row.remarks().rule(),
                row.remarks().flapping());
    }

    public static BreachView of(SloBreach event) {
        return new BreachView(
                event.getBreach(),
                StepNumber.of(event.getStep()),
                event.getTarget(),
                event.getRequestClass(),
                event.getObjective(),
                event.getMetric() == MetricName.UNKNOWN
                        ? Optional.empty()
                        : Optional.of(Metric.of(event.getMetric()).id()),
                event.getState(),
                event.getEvidence(),
                event.getOpened(),
                event.getUpdated(),
                Optional.ofNullable(event.getClosed()),
                event.getLimit(),
                event.getValue(),
                event.getWorst(),
                event.getWorstIsLowerBound(),
                event.getCount(),
                event.getWindowSeconds(),
                event.getDescription(),
                event.getCorrelationSummary(),
                event.getCorrelatedSignals().stream()
                        .map(moved -> new CorrelatedSignal(moved.getSignal(), moved.getBefore(), moved.getDuring()))
                        .toList(),
                event.getRule(),
                event.getFlapping());
    }
}
