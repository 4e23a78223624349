package io.tidemark.analysis.compare;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How runs of the same thing differ, learned from an experiment's repeats and pooled over its phases: what a comparison of too few runs
 * borrows. Asked for a question that was never repeated, it gives the pooled spread of its measure at other loads.
 */
public final class RunVariance {
    /** Of an experiment without repeats. */
    public static final RunVariance NONE = new RunVariance(Map.of(), Map.of());

    private final Map<Question, Spread> byQuestion;
    private final Map<Measure, Spread> byMeasure;

    private RunVariance(Map<Question, Spread> byQuestion, Map<Measure, Spread> byMeasure) {
        this.byQuestion = byQuestion;
        this.byMeasure = byMeasure;
    }

    /** From all phases of an experiment that have repeats. */
    public static RunVariance learnedFrom(Collection<Side> phases) {
        Map<Question, Spread> byQuestion = new HashMap<>();
        Map<Measure, Spread> byMeasure = new HashMap<>();
        for (Side phase : phases) {
            valuesByQuestion(phase).forEach((question, values) -> {
                Spread spread = spread(question.measure().family(), values);
                byQuestion.merge(question, spread, Spread::pooledWith);
                byMeasure.merge(question.measure(), spread, Spread::pooledWith);
            });
        }
        return new RunVariance(byQuestion, byMeasure);
    }

    /** Standard deviation between runs, a share of the value where changes are relative; 0 where nothing was learned. */
    public double deviation(Question question) {
        return Math.sqrt(of(question).variance());
    }

    /** With no degrees of freedom where nothing was learned. */
    Spread of(Question question) {
        Spread own = byQuestion.getOrDefault(question, Spread.NONE);
        return own.degreesOfFreedom() > 0 ? own : byMeasure.getOrDefault(question.measure(), Spread.NONE);
    }

    private static Spread spread(Family family, List<Double> values) {
        return Scale.of(family, values, List.of())
                .map(scale -> Spread.ofValues(
                        values.stream().mapToDouble(scale::scaled).toArray()))
                .orElse(Spread.NONE);
    }

    private static Map<Question, List<Double>> valuesByQuestion(Side phase) {
        Map<Question, List<Double>> values = new TreeMap<>();
        SideAnswers answers = new SideAnswers(phase);
        answers.questions()
                .forEach(question -> values.put(question, answers.to(question).values()));
        return values;
    }
}
