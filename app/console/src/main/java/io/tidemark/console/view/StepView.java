package io.tidemark.console.view;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A step of a run: what was planned, and what it gave so far over all requests together; metrics that its flags leave unknown are left out. */
public record StepView(
        int step,
        LoadKind loadKind,
        double load,
        String target,
        Optional<Instant> started,
        Optional<Instant> measureFrom,
        Optional<Instant> measureUntil,
        Optional<Instant> ended,
        Optional<Finality> finality,
        Optional<Verdict> verdict,
        long requests,
        long ok,
        Map<String, Long> outcomes,
        int breaches,
        Map<String, MetricRow> metrics,
        List<Judged> objectives,
        List<String> flags) {
    /** An objective judged over the step; {@code low} and {@code high} are the ends of the 95 % interval, empty where it is unbounded. */
    public record Judged(
            String objective,
            ObjectiveKind kind,
            Optional<String> metric,
            OptionalDouble quantile,
            double limit,
            Verdict verdict,
            OptionalDouble value,
            OptionalDouble low,
            OptionalDouble high,
            long count) {
        static Judged of(ObjectiveRow row) {
            return new Judged(
                    row.objective(),
                    row.kind(),
                    row.metric().map(Metric::id),
                    row.kind() == ObjectiveKind.QUANTILE ? OptionalDouble.of(row.quantile()) : OptionalDouble.empty(),
                    row.limit(),
                    row.verdict(),
                    row.value(),
                    row.low(),
                    row.high(),
                    row.count());
        }
    }

    public static StepView of(StepRow row) {
        Optional<StepStateRow> state = row.state();
        Optional<StepResultRow> result = row.result();
        return new StepView(
                StepNumber.of(row.step()),
                result.map(StepResultRow::loadKind)
                        .or(() -> state.map(StepStateRow::loadKind))
                        .orElse(LoadKind.UNKNOWN),
                result.map(StepResultRow::load)
                        .or(() -> state.map(StepStateRow::load))
                        .orElse(0.0),
                result.map(StepResultRow::target)
                        .or(() -> state.map(StepStateRow::target))
                        .orElse(""),
                state.map(StepStateRow::started),
                state.map(StepStateRow::measureFrom).or(() -> result.map(StepResultRow::measureFrom)),
                state.flatMap(StepStateRow::measureUntil).or(() -> result.flatMap(StepResultRow::measureUntil)),
                state.flatMap(StepStateRow::ended),
                result.map(StepResultRow::finality),
                result.map(StepResultRow::verdict),
                result.map(found -> found.counts().due()).orElse(0L),
                result.map(found -> found.counts().ok()).orElse(0L),
                result.map(found -> byName(found.counts().outcomes())).orElse(Map.of()),
                result.map(StepResultRow::breaches).orElse(0),
                result.map(StepView::metrics).orElse(Map.of()),
                result.map(found -> found.objectives().stream().map(Judged::of).toList())
                        .orElse(List.of()),
                result.map(StepResultRow::flags)
                        .or(() -> state.map(StepStateRow::flags))
                        .orElse(List.of()));
    }

    private static Map<String, Long> byName(Map<Outcome, Long> outcomes) {
        return outcomes.entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
    }

    private static Map<String, MetricRow> metrics(StepResultRow result) {
        Set<Metric> unfit = FigureDoubt.unfitMetrics(result.flags());
        return result.metrics().values().stream()
                .filter(row -> !unfit.contains(row.metric()))
                .collect(Collectors.toMap(row -> row.metric().id(), Function.identity()));
    }
}
