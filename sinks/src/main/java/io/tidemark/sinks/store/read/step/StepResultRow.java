package io.tidemark.sinks.store.read.step;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a step gave; one that {@link #isOver} changes only by what comes late. Signals are by the id of a server signal, as mean and maximum over the measured part; flags are what its reader must know. */
public record StepResultRow(
        String target,
        String requestClass,
        String experiment,
        String phase,
        String workloadHash,
        Finality finality,
        LoadKind loadKind,
        double load,
        OptionalDouble drawnRate,
        Instant measureFrom,
        Optional<Instant> measureUntil,
        StepCountsRow counts,
        OptionalLong scheduleLagP99Nanos,
        OptionalInt inFlightPeak,
        Map<Metric, MetricRow> metrics,
        List<ObjectiveRow> objectives,
        Verdict verdict,
        Map<String, Double> signalMeans,
        Map<String, Double> signalMaxima,
        int breaches,
        RunStatus runStatus,
        List<String> flags) {
    public StepResultRow {
        metrics = Map.copyOf(metrics);
        objectives = List.copyOf(objectives);
        signalMeans = Map.copyOf(signalMeans);
        signalMaxima = Map.copyOf(signalMaxima);
        flags = List.copyOf(flags);
    }

    /** Whether nothing more is waited for; what it lacks, if it is INCOMPLETE, is in its flags. */
    public boolean isOver() {
        return finality == Finality.FINAL || finality == Finality.INCOMPLETE;
    }

    /** The same step as one class of its requests saw it; what is known of all only is left out. */
    public StepResultRow of(RequestClassRow one) {
        StepCountsRow ofClass = new StepCountsRow(one.due(), one.due(), one.ok(), Map.of(), 0, 0);
        return new StepResultRow(
                target,
                one.requestClass(),
                experiment,
                phase,
                workloadHash,
                finality,
                loadKind,
                load,
                drawnRate,
                measureFrom,
                measureUntil,
                ofClass,
                scheduleLagP99Nanos,
                inFlightPeak,
                one.metrics(),
                List.of(),
                verdict,
                Map.of(),
                Map.of(),
                0,
                runStatus,
                List.of());
    }
}
