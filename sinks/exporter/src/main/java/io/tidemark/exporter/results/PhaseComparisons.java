package io.tidemark.exporter.results;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The newest verdict of every comparison of a team, of a soak that of its newest segment, counted by the phases that are compared; and the newest
 * decision between two phases. Not thread-safe.
 */
final class PhaseComparisons {
    /** Far more than the experiments of the runs that are exposed have. */
    static final int MOST = 10_000;

    private final Map<Question, Answer> answers = new HashMap<>();

    /** The phases that are compared, under one workload: others of the experiment have comparisons of their own. */
    record Phases(String experiment, String workload, String base, String candidate) {
        static Phases of(Regression regression) {
            return new Phases(
                    ResultPoints.label(regression.getExperiment()),
                    ResultPoints.label(regression.getWorkloadHash()),
                    ResultPoints.label(regression.getBasePhase()),
                    ResultPoints.label(regression.getCandidatePhase()));
        }
    }

    private record Question(
            Phases phases,
            String load,
            String measure,
            double quantile,
            String requestClass,
            Set<String> soak,
            @Nullable Integer step) {}

    private record Answer(ComparisonVerdict verdict, PhaseOutcome outcome, long atMillis) {}

    /** @return whether there was room for it */
    boolean regression(Regression regression) {
        Question question = new Question(
                Phases.of(regression),
                regression.getLoadKind() + " " + regression.getLoad(),
                regression.getMeasure(),
                regression.getQuantile(),
                regression.getRequestClass(),
                regression.getStep() == null ? Set.of() : Set.copyOf(regression.getCandidateRuns()),
                regression.getStep());
        if (answers.size() >= MOST && !answers.containsKey(question)) {
            return false;
        }
        answers.merge(
                question,
                new Answer(
                        regression.getVerdict(),
                        regression.getOutcome(),
                        regression.getAt().toEpochMilli()),
                (known, next) -> next.atMillis >= known.atMillis ? next : known);
        return true;
    }

    /** Keeps those of some experiments only, which it gives as labels. */
    void retain(Predicate<String> experiments) {
        answers.keySet().removeIf(question -> !experiments.test(question.phases.experiment));
    }

    void addTo(ResultPoints points, String team) {
        addVerdicts(points, team);
        addDecisions(points, team);
    }

    /** What was withdrawn decides nothing: the decision is that of the newest figure that has one. */
    private void addDecisions(ResultPoints points, String team) {
        Map<Phases, Answer> newest = new HashMap<>();
        answers.forEach((question, answer) -> {
            if (answer.outcome != PhaseOutcome.UNKNOWN) {
                newest.merge(question.phases, answer, (one, other) -> one.atMillis >= other.atMillis ? one : other);
            }
        });
        newest.forEach((phases, answer) -> points.state(
                ResultMetric.DECISION,
                EnumSet.complementOf(EnumSet.of(PhaseOutcome.UNKNOWN)),
                answer.outcome,
                team,
                phases.experiment,
                phases.workload,
                phases.base,
                phases.candidate));
    }

    private void addVerdicts(ResultPoints points, String team) {
        Map<Phases, Map<ComparisonVerdict, Long>> counts = new HashMap<>();
        answers.forEach((question, answer) -> {
            if (answer.verdict != ComparisonVerdict.UNKNOWN) {
                counts.computeIfAbsent(question.phases, first -> new EnumMap<>(ComparisonVerdict.class))
                        .merge(answer.verdict, 1L, Long::sum);
            }
        });
        counts.forEach((phases, byVerdict) -> {
            for (ComparisonVerdict verdict : ComparisonVerdict.values()) {
                if (verdict != ComparisonVerdict.UNKNOWN) {
                    points.gauge(
                            ResultMetric.COMPARISONS,
                            (double) byVerdict.getOrDefault(verdict, 0L),
                            team,
                            phases.experiment,
                            phases.workload,
                            phases.base,
                            phases.candidate,
                            ResultPoints.word(verdict));
                }
            }
        });
    }
}
