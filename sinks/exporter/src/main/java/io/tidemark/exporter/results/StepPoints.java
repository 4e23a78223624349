package io.tidemark.exporter.results;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnStanding;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
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
import java.util.Set;
import java.util.TreeMap;

/** The points that a run's step results and objectives give. */
final class StepPoints {
    private static final Set<Verdict> VERDICTS = EnumSet.complementOf(EnumSet.of(Verdict.UNKNOWN));
    private static final Set<ObjectiveStanding> STANDINGS = EnumSet.complementOf(EnumSet.of(ObjectiveStanding.UNKNOWN));

    private final RunResults run;
    private final ResultPoints points;
    private final String team;

    /** Sums over the steps so far. */
    private record JudgedCounts(long count, long bad) {
        JudgedCounts plus(JudgedCounts other) {
            return new JudgedCounts(count + other.count, bad + other.bad);
        }
    }

    /** Of which target an objective was judged. */
    private record JudgedObjective(String target, String objective) {}

    StepPoints(RunResults run, ResultPoints points, String team) {
        this.run = run;
        this.points = points;
        this.team = team;
    }

    void add() {
        run.breaches().counts(run.objectives().all()).forEach(this::breaches);
        if (run.steps().isEmpty()) {
            return;
        }
        int newestIndex = run.steps().lastKey();
        JudgedStep newest = run.steps().lastEntry().getValue();
        String[] labels = run.labels(team, newest.target());
        points.gauge(ResultMetric.STEP, StepNumber.of(newestIndex), labels);
        points.gauge(
                ResultMetric.STEP_LOAD,
                newest.atLoad().load(),
                ResultPoints.with(labels, ResultPoints.word(newest.atLoad().kind())));
        if (run.run().isCounted()) {
            judged();
        }
        run.standing().forEach(objective -> standing(newest, objective));
        counts();
    }

    private void judged() {
        List<JudgedStep> over =
                run.steps().values().stream().filter(JudgedStep::isOver).toList();
        if (over.isEmpty()) {
            return;
        }
        JudgedStep last = over.get(over.size() - 1);
        String[] labels = run.labels(team, last.target());
        points.state(ResultMetric.STEP_VERDICT, VERDICTS, last.atLoad().verdict(), labels);
        Capacity.byKind(over.stream().map(JudgedStep::atLoad).toList()).forEach((kind, capacity) -> {
            String[] ofKind = ResultPoints.with(labels, ResultPoints.word(kind));
            capacity.heldUpTo().ifPresent(load -> points.gauge(ResultMetric.HELD_LOAD, load, ofKind));
            capacity.failsFrom().ifPresent(load -> points.gauge(ResultMetric.FAILED_LOAD, load, ofKind));
        });
    }

    private void counts() {
        Map<JudgedObjective, JudgedCounts> counts = new HashMap<>();
        for (JudgedStep step : run.steps().values()) {
            for (JudgedStep.Count objective : step.objectives()) {
                counts.merge(
                        new JudgedObjective(step.target(), objective.objective()),
                        new JudgedCounts(objective.count(), objective.bad()),
                        JudgedCounts::plus);
            }
        }
        counts.forEach((judged, sum) -> {
            String[] labels = objectiveLabels(judged.target(), judged.objective());
            points.counter(ResultMetric.OBJECTIVE_REQUESTS, sum.count(), labels);
            points.counter(ResultMetric.OBJECTIVE_BAD_REQUESTS, sum.bad(), labels);
        });
    }

    private void standing(JudgedStep step, ObjectiveResult result) {
        String[] labels = objectiveLabels(step.target(), result.getObjective());
        points.state(ResultMetric.OBJECTIVE_STATE, STANDINGS, result.getStanding(), labels);
        Double left = result.getBudgetLeft();
        if (left != null) {
            points.gauge(ResultMetric.ERROR_BUDGET_LEFT, left, labels);
        }
        burns(result.getBurns(), labels);
        run.objectives().find(result.getObjective()).ifPresent(objective -> definition(objective, labels));
    }

    /** Rules share windows: the rate of each window is published once. */
    private void burns(Collection<BurnStanding> rules, String... labels) {
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

    private void definition(Objective objective, String... labels) {
        points.gauge(ResultMetric.OBJECTIVE_TARGET, objective.goodShare(), labels);
        objective
                .limitsNanos()
                .forEach((metric, nanos) -> points.gauge(
                        ResultMetric.OBJECTIVE_LIMIT, nanos / 1e9, ResultPoints.with(labels, metric.id())));
        if (objective.periodSeconds() > 0) {
            points.gauge(ResultMetric.OBJECTIVE_PERIOD, objective.periodSeconds(), labels);
        }
    }

    private void breaches(RunBreaches.Group group, RunBreaches.Counts counts) {
        String[] ofRun = run.labels(team, run.run().target().orElse(""));
        String[] labels = ResultPoints.with(ofRun, group.requestClass(), group.objective(), group.severity());
        points.gauge(ResultMetric.BREACHES_OPEN, (double) counts.open(), labels);
        points.counter(ResultMetric.BREACHES, counts.opened(), labels);
    }

    private String[] objectiveLabels(String target, String name) {
        String requestClass =
                run.objectives().find(name).map(Objective::requestClass).orElse(RequestClass.ALL);
        return ResultPoints.with(run.labels(team, target), requestClass, name);
    }
}
