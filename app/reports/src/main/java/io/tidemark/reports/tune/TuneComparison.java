package io.tidemark.reports.tune;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Each configuration against one of them, by the rules of a gate with a start as the unit. All comparisons share the rates of errors, so that
 * the best may be chosen by the same starts.
 *
 * @param policy of each comparison
 * @param byPhase compared values, of goal's inverse where lower is better; of configurations that can be compared
 * @param isFinalOnly whether the starts of a search's final stage alone count
 */
public record TuneComparison(
        GoalValue goal, ComparisonPolicy policy, Map<String, ComparedMeasure> byPhase, boolean isFinalOnly) {
    public TuneComparison {
        byPhase = Collections.unmodifiableMap(new LinkedHashMap<>(byPhase));
    }

    static TuneComparison of(GoalValue goal, Optional<Configuration> base, List<Configuration> configurations) {
        boolean isFinalOnly =
                configurations.stream().flatMap(one -> one.measured().stream()).anyMatch(TuneStart::isFinal);
        Map<String, ComparisonSide> sides = new LinkedHashMap<>();
        configurations.forEach(one -> sides.put(one.phase(), side(goal, one, isFinalOnly)));
        Optional<ComparisonSide> before = base.map(one -> side(goal, one, isFinalOnly))
                .filter(side -> !side.runs().isEmpty());
        base.ifPresent(one -> sides.remove(one.phase()));
        sides.values().removeIf(side -> side.runs().isEmpty());
        ComparisonPolicy policy = ComparisonPolicy.DEFAULT.sharedBy(Math.max(1, sides.size()));
        Map<String, ComparedMeasure> byPhase = new LinkedHashMap<>();
        before.ifPresent(one -> sides.forEach((phase, side) -> RunComparison.of(one, side, policy).compared().stream()
                .findFirst()
                .ifPresent(compared -> byPhase.put(phase, compared))));
        return new TuneComparison(goal, policy, byPhase, isFinalOnly);
    }

    private static ComparisonSide side(GoalValue goal, Configuration configuration, boolean isFinalOnly) {
        List<RunMeasurements> starts = new ArrayList<>();
        configuration.measured().stream()
                .filter(start -> !isFinalOnly || start.isFinal())
                .forEach(start -> {
                    OptionalDouble value = goal.compared(start);
                    if (value.isPresent()) {
                        starts.add(measurements(goal, start, value.getAsDouble()));
                    }
                });
        return new ComparisonSide(configuration.phase(), starts);
    }

    private static RunMeasurements measurements(GoalValue goal, TuneStart start, double value) {
        MeasuredValue one = new MeasuredValue(
                MeasureAtLoad.withoutLoad(goal.measure()), value, 0, OptionalDouble.empty(), goal.width(start));
        return new RunMeasurements(start.name(), Optional.of(start.trial().started()), List.of(one));
    }

    public Optional<ComparedMeasure> of(Configuration configuration) {
        return Optional.ofNullable(byPhase.get(configuration.phase()));
    }

    /** Against the baseline; empty where that is not known. */
    public Optional<Ratio> ratio(Configuration configuration) {
        return of(configuration).map(one -> Ratio.of(one, goal.lowerIsBetter()));
    }
}
