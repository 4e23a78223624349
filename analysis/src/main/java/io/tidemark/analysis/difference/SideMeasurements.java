package io.tidemark.analysis.difference;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A side's figures by question, one per run. */
public final class SideMeasurements {
    private final Map<MeasureAtLoad, List<RunMeasurement>> byQuestion = new TreeMap<>();

    /** One run's answer; several figures of the run are one by their mean. */
    record RunMeasurement(String run, Optional<Instant> startedAt, List<MeasuredValue> figures) {
        double value() {
            return figures.stream().mapToDouble(MeasuredValue::value).average().orElseThrow();
        }

        /** Of the mean of its figures. */
        double ownVariance() {
            return figures.stream().mapToDouble(MeasuredValue::ownVariance).sum() / figures.size() / figures.size();
        }

        ScaledRun on(ComparisonScale scale) {
            double variance = scale.scaledVariance(value(), ownVariance());
            boolean hasOwnError = figures.stream().allMatch(MeasuredValue::hasOwnError);
            return new ScaledRun(run, startedAt, scale.scaled(value()), variance, hasOwnError);
        }
    }

    public SideMeasurements(ComparisonSide side) {
        for (RunMeasurements run : side.runs()) {
            Map<MeasureAtLoad, List<MeasuredValue>> ofRun = new TreeMap<>();
            run.figures()
                    .forEach(figure -> ofRun.computeIfAbsent(figure.question(), question -> new ArrayList<>())
                            .add(figure));
            ofRun.forEach((question, figures) -> byQuestion
                    .computeIfAbsent(question, it -> new ArrayList<>())
                    .add(new RunMeasurement(run.run(), run.startedAt(), figures)));
        }
    }

    public Set<MeasureAtLoad> questions() {
        return byQuestion.keySet();
    }

    public SideValues to(MeasureAtLoad question) {
        List<RunMeasurement> answers = answers(question);
        List<Double> values = answers.stream().map(RunMeasurement::value).toList();
        double center = ComparisonScale.of(question.measure().family(), values, List.of())
                .map(scale -> scale.unscaled(answers.stream()
                        .mapToDouble(it -> scale.scaled(it.value()))
                        .average()
                        .orElse(0)))
                .orElse(0.0);
        long count = answers.stream()
                .flatMap(answer -> answer.figures().stream())
                .mapToLong(MeasuredValue::count)
                .sum();
        return new SideValues(answers.stream().map(RunMeasurement::run).toList(), values, center, count);
    }

    public List<ScaledRun> scaled(ComparisonScale scale, MeasureAtLoad question) {
        return answers(question).stream().map(answer -> answer.on(scale)).toList();
    }

    /** The same as if each run had as many requests as any other: see {@link QuantileRank}. */
    public List<ScaledRun> atSameRank(ComparisonScale scale, MeasureAtLoad question) {
        return answers(question).stream()
                .map(answer -> lower(question, answer)
                        .map(below -> QuantileRank.moved(answer.on(scale), quantile(question), count(answer), below))
                        .orElseGet(() -> answer.on(scale)))
                .toList();
    }

    /** Requests of a run, on average. */
    public double requests(MeasureAtLoad question) {
        return answers(question).stream()
                .mapToLong(SideMeasurements::count)
                .average()
                .orElse(0);
    }

    /** The next lower quantile of the same run. */
    private Optional<QuantileRank.Below> lower(MeasureAtLoad question, RunMeasurement answer) {
        return byQuestion.entrySet().stream()
                .filter(entry -> isLower(entry.getKey(), question))
                .max(Comparator.comparingDouble(entry -> quantile(entry.getKey())))
                .flatMap(entry -> entry.getValue().stream()
                        .filter(other -> other.run().equals(answer.run()) && other.value() > 0)
                        .findFirst()
                        .map(other -> new QuantileRank.Below(quantile(entry.getKey()), Math.log(other.value()))));
    }

    private static boolean isLower(MeasureAtLoad one, MeasureAtLoad than) {
        return one.measure().quantile().isPresent()
                && than.measure().quantile().isPresent()
                && one.measure().name().equals(than.measure().name())
                && one.loadKind() == than.loadKind()
                && one.load() == than.load()
                && one.requestClass().equals(than.requestClass())
                && quantile(one) < quantile(than);
    }

    private static double quantile(MeasureAtLoad question) {
        return question.measure().quantile().orElse(0);
    }

    private static long count(RunMeasurement answer) {
        return answer.figures().stream().mapToLong(MeasuredValue::count).sum();
    }

    private List<RunMeasurement> answers(MeasureAtLoad question) {
        return byQuestion.getOrDefault(question, List.of());
    }
}
