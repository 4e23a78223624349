package io.tidemark.analysis.difference;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
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

    private final Map<MeasureAtLoad, VarianceEstimate> byQuestion;
    private final Map<Measure, VarianceEstimate> byMeasure;

    private RunVariance(Map<MeasureAtLoad, VarianceEstimate> byQuestion, Map<Measure, VarianceEstimate> byMeasure) {
        this.byQuestion = byQuestion;
        this.byMeasure = byMeasure;
    }

    /** From all phases of an experiment that have repeats. */
    public static RunVariance learnedFrom(Collection<ComparisonSide> phases) {
        Map<MeasureAtLoad, VarianceEstimate> byQuestion = new HashMap<>();
        Map<Measure, VarianceEstimate> byMeasure = new HashMap<>();
        for (ComparisonSide phase : phases) {
            valuesByQuestion(phase).forEach((question, values) -> {
                VarianceEstimate spread = spread(question.measure().family(), values);
                byQuestion.merge(question, spread, VarianceEstimate::pooledWith);
                byMeasure.merge(question.measure(), spread, VarianceEstimate::pooledWith);
            });
        }
        return new RunVariance(byQuestion, byMeasure);
    }

    /** Standard deviation between runs, a share of the value where changes are relative; 0 where nothing was learned. */
    public double deviation(MeasureAtLoad question) {
        return Math.sqrt(of(question).variance());
    }

    /** With no degrees of freedom where nothing was learned. */
    public VarianceEstimate of(MeasureAtLoad question) {
        VarianceEstimate own = byQuestion.getOrDefault(question, VarianceEstimate.NONE);
        return own.degreesOfFreedom() > 0 ? own : byMeasure.getOrDefault(question.measure(), VarianceEstimate.NONE);
    }

    private static VarianceEstimate spread(MeasureFamily family, List<Double> values) {
        return ComparisonScale.of(family, values, List.of())
                .map(scale -> VarianceEstimate.ofValues(
                        values.stream().mapToDouble(scale::scaled).toArray()))
                .orElse(VarianceEstimate.NONE);
    }

    private static Map<MeasureAtLoad, List<Double>> valuesByQuestion(ComparisonSide phase) {
        Map<MeasureAtLoad, List<Double>> values = new TreeMap<>();
        SideMeasurements answers = new SideMeasurements(phase);
        answers.questions()
                .forEach(question -> values.put(question, answers.to(question).values()));
        return values;
    }
}
