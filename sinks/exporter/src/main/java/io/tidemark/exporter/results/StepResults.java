package io.tidemark.exporter.results;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnStanding;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.exporter.results.ObjectiveTable.Objective;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.StepNumber;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The steps of a run as they were judged, and where its objectives stand in the newest. Not thread-safe. */
final class StepResults {
    private static final Set<Verdict> VERDICTS = EnumSet.complementOf(EnumSet.of(Verdict.UNKNOWN));
    private static final Set<ObjectiveStanding> STANDINGS = EnumSet.complementOf(EnumSet.of(ObjectiveStanding.UNKNOWN));

    private final ObjectiveTable definitions;
    private final int mostObjectives;
    private final NavigableMap<Integer, JudgedStep> steps = new TreeMap<>();
    /** Of all steps together. */
    private int judgedObjectives;
    /** As they stand in the newest step. */
    private List<ObjectiveResult> standing = List.of();

    /**
     * What is kept of a step's result.
     *
     * @param isOver whether nothing more of it is waited for
     * @param atLoad without the objectives
     */
    private record JudgedStep(String target, boolean isOver, LoadVerdict atLoad, List<Count> objectives) {}

    /** Requests that an objective was judged on. */
    private record Count(String objective, long count, long bad) {
        private Count plus(Count other) {
            return new Count(objective, count + other.count, bad + other.bad);
        }
    }

    /** @param definitions of the run's objectives */
    StepResults(ObjectiveTable definitions, int mostObjectives) {
        this.definitions = definitions;
        this.mostObjectives = mostObjectives;
    }

    void step(StepResult result) {
        List<ObjectiveResult> judged =
                result.getObjectives().stream().limit(mostObjectives).toList();
        JudgedStep before = steps.put(
                result.getStep(),
                new JudgedStep(
                        result.getTarget(),
                        result.getFinality() == Finality.FINAL || result.getFinality() == Finality.INCOMPLETE,
                        new LoadVerdict(result.getLoadKind(), result.getLoad(), result.getVerdict(), List.of()),
                        judged.stream()
                                .map(one -> new Count(one.getObjective(), one.getCount(), one.getBad()))
                                .toList()));
        judgedObjectives +=
                judged.size() - (before == null ? 0 : before.objectives().size());
        if (steps.lastKey() == result.getStep()) {
            standing = judged;
        }
    }

    /** Steps, and objectives of each. */
    int entries() {
        return steps.size() + judgedObjectives;
    }

    /**
     * Adds the newest step, what loads were held, where objectives stand, and their counts.
     *
     * @param isCounted whether the run is one whose verdicts count
     * @param labels of {@link ResultMetric#STEP}, by target
     */
    void addTo(ResultPoints points, boolean isCounted, Function<String, String[]> labels) {
        if (steps.isEmpty()) {
            return;
        }
        JudgedStep newest = steps.lastEntry().getValue();
        String[] ofNewest = labels.apply(newest.target());
        points.gauge(ResultMetric.STEP, StepNumber.of(steps.lastKey()), ofNewest);
        points.gauge(
                ResultMetric.STEP_LOAD,
                newest.atLoad().load(),
                ResultPoints.with(ofNewest, ResultPoints.word(newest.atLoad().kind())));
        if (isCounted) {
            addJudged(points, labels);
        }
        standing.forEach(objective -> addStanding(points, objective, ofNewest));
        addCounts(points, labels);
    }

    private void addJudged(ResultPoints points, Function<String, String[]> labels) {
        List<JudgedStep> over =
                steps.values().stream().filter(JudgedStep::isOver).toList();
        if (over.isEmpty()) {
            return;
        }
        JudgedStep last = over.get(over.size() - 1);
        String[] ofLast = labels.apply(last.target());
        points.state(ResultMetric.STEP_VERDICT, VERDICTS, last.atLoad().verdict(), ofLast);
        Capacity.byKind(over.stream().map(JudgedStep::atLoad).toList()).forEach((kind, capacity) -> {
            String[] ofKind = ResultPoints.with(ofLast, ResultPoints.word(kind));
            capacity.heldUpTo().ifPresent(load -> points.gauge(ResultMetric.HELD_LOAD, load, ofKind));
            capacity.failsFrom().ifPresent(load -> points.gauge(ResultMetric.FAILED_LOAD, load, ofKind));
        });
    }

    private void addCounts(ResultPoints points, Function<String, String[]> labels) {
        Map<String, Map<String, Count>> sums = new HashMap<>();
        steps.values()
                .forEach(step -> step.objectives()
                        .forEach(one -> sums.computeIfAbsent(step.target(), first -> new HashMap<>())
                                .merge(one.objective(), one, Count::plus)));
        sums.forEach((target, ofTarget) -> ofTarget.values().forEach(sum -> {
            String[] ofObjective = ofObjective(sum.objective(), labels.apply(target));
            points.counter(ResultMetric.OBJECTIVE_REQUESTS, sum.count(), ofObjective);
            points.counter(ResultMetric.OBJECTIVE_BAD_REQUESTS, sum.bad(), ofObjective);
        }));
    }

    private void addStanding(ResultPoints points, ObjectiveResult result, String... ofStep) {
        String[] labels = ofObjective(result.getObjective(), ofStep);
        points.state(ResultMetric.OBJECTIVE_STATE, STANDINGS, result.getStanding(), labels);
        Double left = result.getBudgetLeft();
        if (left != null) {
            points.gauge(ResultMetric.ERROR_BUDGET_LEFT, left, labels);
        }
        addBurns(points, result.getBurns(), labels);
        definitions.find(result.getObjective()).ifPresent(objective -> addDefinition(points, objective, labels));
    }

    /** Rules share windows: the rate of each window is published once. */
    private static void addBurns(ResultPoints points, Collection<BurnStanding> rules, String... labels) {
        Map<Integer, Double> burns = new TreeMap<>();
        for (BurnStanding rule : rules) {
            BurnEvidence evidence = rule.getEvidence();
            if (evidence != null) {
                burns.put(evidence.getLongSeconds(), evidence.getLongBurn());
                burns.put(evidence.getShortSeconds(), evidence.getShortBurn());
                points.gauge(
                        ResultMetric.BURN_RULE_FIRING,
                        rule.getStanding() == ObjectiveStanding.FIRING ? 1 : 0,
                        ResultPoints.with(labels, evidence.getSeverity(), rule.getRule()));
            }
        }
        burns.forEach((seconds, burn) ->
                points.gauge(ResultMetric.BURN_RATE, burn, ResultPoints.with(labels, ErrorBudget.duration(seconds))));
    }

    private static void addDefinition(ResultPoints points, Objective objective, String... labels) {
        points.gauge(ResultMetric.OBJECTIVE_TARGET, objective.goodShare(), labels);
        objective
                .limitsNanos()
                .forEach((metric, nanos) -> points.gauge(
                        ResultMetric.OBJECTIVE_LIMIT, nanos / 1e9, ResultPoints.with(labels, metric.id())));
        if (objective.periodSeconds() > 0) {
            points.gauge(ResultMetric.OBJECTIVE_PERIOD, objective.periodSeconds(), labels);
        }
    }

    private String[] ofObjective(String name, String... ofStep) {
        String requestClass =
                definitions.find(name).map(Objective::requestClass).orElse(RequestClass.ALL);
        return ResultPoints.with(ofStep, requestClass, name);
    }
}
