package io.tidemark.reports.tune;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.ComparisonVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

    /**
     * A value over that of the baseline.
     *
     * @param low lower end of its interval; empty without one
     * @param high upper end
     */
    public record Ratio(double value, OptionalDouble low, OptionalDouble high) {
        /** @param isInverse whether the inverses of both values were compared */
        static Ratio of(ComparedMeasure compared, boolean isInverse) {
            // An interval of fewer runs than decide anything says nothing.
            boolean isScreening = compared.verdict() == ComparisonVerdict.SCREENING;
            OptionalDouble low = isScreening
                    ? OptionalDouble.empty()
                    : plusOne(compared.change().low());
            OptionalDouble high = isScreening
                    ? OptionalDouble.empty()
                    : plusOne(compared.change().high());
            double value = 1 + compared.change().value();
            return isInverse ? new Ratio(1 / value, inverse(high), inverse(low)) : new Ratio(value, low, high);
        }

        private static OptionalDouble plusOne(OptionalDouble change) {
            return change.isPresent() ? OptionalDouble.of(1 + change.getAsDouble()) : change;
        }

        private static OptionalDouble inverse(OptionalDouble end) {
            return end.isPresent() ? OptionalDouble.of(1 / end.getAsDouble()) : end;
        }

        /** "1.34 x (1.21 to 1.49)", "1.34 x (1.21 or more)", "1.05 x (no interval)". */
        public String format() {
            if (low.isEmpty() || high.isEmpty()) {
                return number(value) + " x (no interval)";
            }
            String end = Double.isInfinite(high.getAsDouble()) ? " or more" : " to " + number(high.getAsDouble());
            return number(value) + " x (" + number(low.getAsDouble()) + end + ")";
        }

        private static String number(double ratio) {
            return String.format(Locale.ROOT, "%.2f", ratio);
        }
    }
}
