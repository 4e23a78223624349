package io.tidemark.reports.tune;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.ComparedStep;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A latency at one load, milliseconds: what a sweep is headed by whose rates its plan sets and whose configurations all hold them. There output
 * tokens per second and the held load are the plan's.
 */
record LatencyGoal(LoadLevel load, Metric metric, double quantile) implements GoalValue {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double WITHOUT_OBJECTIVE = 0.99;

    /**
     * The latency of the objective that is nearest to its limit, at the highest load that all hold; without an objective TTFT p99. Empty where
     * no load is measured by all, or none has a latency.
     */
    static Optional<LatencyGoal> of(List<Configuration> measured) {
        return CommonLoad.of(measured)
                .map(CommonLoad::load)
                .flatMap(load -> judged(measured, load).or(() -> unjudged(measured, load)));
    }

    /** Whether the plan sets the rates at which tokens come. */
    static boolean arePaced(List<Configuration> measured) {
        return measured.stream()
                .flatMap(Configuration::steps)
                .anyMatch(step -> step.load().kind() == LoadKind.RATE && !step.serverPaced());
    }

    private static Stream<ComparedStep> steps(List<Configuration> measured, LoadLevel load) {
        return measured.stream().flatMap(one -> one.stepsAt(load).stream());
    }

    private static Optional<LatencyGoal> judged(List<Configuration> measured, LoadLevel load) {
        Map<LatencyGoal, Double> nearness = steps(measured, load)
                .flatMap(step -> step.result().objectives().stream())
                .filter(objective -> objective.metric().isPresent() && objective.quantile() > 0)
                .collect(Collectors.groupingBy(
                        objective -> new LatencyGoal(load, objective.metric().orElseThrow(), objective.quantile()),
                        () -> new TreeMap<>(Comparator.comparing(LatencyGoal::label)),
                        Collectors.averagingDouble(LatencyGoal::nearness)));
        return nearness.entrySet().stream()
                .filter(entry -> entry.getKey().isKnown(measured))
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    private static double nearness(ObjectiveRow objective) {
        return objective.value().orElse(0) / objective.limit();
    }

    private static Optional<LatencyGoal> unjudged(List<Configuration> measured, LoadLevel load) {
        return Stream.of(Metric.TTFT_DUE, Metric.TTFT)
                .map(metric -> new LatencyGoal(load, metric, WITHOUT_OBJECTIVE))
                .filter(goal -> goal.isKnown(measured))
                .findFirst();
    }

    private boolean isKnown(List<Configuration> measured) {
        Predicate<TuneStart> known = start -> value(start).isPresent();
        return measured.stream().flatMap(one -> one.measured().stream()).anyMatch(known);
    }

    @Override
    public String name() {
        return measured().label().toUpperCase(Locale.ROOT).replace(' ', '_') + "_MS";
    }

    @Override
    public String label() {
        return measured().label() + " at " + load.format();
    }

    @Override
    public String verb() {
        return "takes, by " + label() + ",";
    }

    @Override
    public boolean lowerIsBetter() {
        return true;
    }

    private Measure measured() {
        return Measure.quantile(metric, quantile);
    }

    @Override
    public Measure measure() {
        return GoalValue.named("inverse_of_latency");
    }

    @Override
    public OptionalDouble value(TuneStart start) {
        return start.steps().stream()
                .filter(step -> step.load().equals(load))
                .filter(step -> !FigureDoubt.unfitMetrics(step.flags()).contains(metric))
                .flatMap(step -> Optional.ofNullable(step.result().metrics().get(metric)).stream())
                .flatMapToLong(row -> row.quantileNanos(quantile).stream())
                .average()
                .stream()
                .map(nanos -> nanos / NANOS_PER_MILLI)
                .findFirst();
    }
}
