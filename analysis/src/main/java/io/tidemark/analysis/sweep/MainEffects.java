package io.tidemark.analysis.sweep;

import io.tidemark.analysis.sweep.FlagEffect.Estimate;
import io.tidemark.analysis.sweep.LeastSquares.Coefficient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The main effect of each value of each flag: least squares of the runs' figures on the values of all flags and on the blocks. In a full grid
 * that is the difference of the means over everything else; in a space with holes (constraints, random draws, a budget) it also takes out
 * what the other flags did. The error is that of the repeats: what runs of one phase vary by, blocks taken out ("pure error"; Box,
 * Hunter and Hunter, Statistics for Experimenters, 2nd ed., chapters 5 and 10). Where no phase was repeated it is what the effects leave over.
 *
 * <p>Effects are added up, so each is an average over the other flags as they were measured. {@link #interaction} says whether the figures
 * contradict that: a lack of fit against the pure error.
 *
 * @param effects by flag and value, without the references
 * @param degreesOfFreedom of the error; 0 if there is none, then intervals are not numbers
 * @param fromRepeats whether the error is that of the repeats
 * @param interaction probability of such a lack of fit if flags had no effect on each other's effects; empty where it is not known
 */
public record MainEffects(
        EffectScale scale,
        List<FlagEffect> effects,
        int degreesOfFreedom,
        boolean fromRepeats,
        Optional<Double> interaction) {
    public MainEffects {
        effects = List.copyOf(effects);
    }

    /** A column of the model: one value of one flag, or one block. */
    private record Term(String flag, String value) {}

    private record Row(MeasuredPhase phase, int block, double value) {}

    /** A fit, with the column of each term. */
    private record Model(LeastSquares fit, Map<Term, Integer> columns) {
        /** Empty if the rows do not determine it. */
        Optional<Coefficient> estimate(Term term) {
            return Optional.ofNullable(columns.get(term)).flatMap(fit::estimate);
        }
    }

    /**
     * The effects of all flags that vary.
     *
     * @param confidence of each interval by itself, in (0, 1)
     * @throws IllegalArgumentException if the scale is a ratio and a figure is not greater than 0
     */
    public static MainEffects of(SweepMeasurements measurements, EffectScale scale, double confidence) {
        List<Row> rows = rows(measurements, scale);
        List<VaryingFlag> flags = measured(measurements).varyingFlags();
        Model model = fit(rows, flags);
        PureError pure = PureError.of(rows.stream()
                .map(row -> new PureError.Repeat(row.phase().name(), row.block(), row.value()))
                .toList());
        boolean fromRepeats = pure.degreesOfFreedom() > 0;
        int degrees = fromRepeats ? pure.degreesOfFreedom() : model.fit().degreesOfFreedom();
        double variance = degrees == 0
                ? Double.NaN
                : (fromRepeats ? pure.squares() : model.fit().squares()) / degrees;
        double factor = degrees == 0
                ? Double.NaN
                : new TDistribution(null, degrees).inverseCumulativeProbability((1 + confidence) / 2);
        List<FlagEffect> effects = new ArrayList<>();
        for (VaryingFlag flag : flags) {
            for (String value : flag.values().subList(1, flag.values().size())) {
                Term term = new Term(flag.name(), value);
                Optional<Estimate> estimate = model.estimate(term).map(found -> {
                    double half = factor * Math.sqrt(variance * found.variance());
                    return new Estimate(
                            scale.unscaled(found.value()),
                            scale.unscaled(found.value() - half),
                            scale.unscaled(found.value() + half));
                });
                List<String> with = estimate.isPresent() ? List.of() : confounded(rows, flags, term);
                effects.add(new FlagEffect(flag.name(), value, flag.reference(), estimate, with));
            }
        }
        return new MainEffects(scale, effects, degrees, fromRepeats, interaction(model.fit(), pure));
    }

    private static SweepMeasurements measured(SweepMeasurements measurements) {
        return new SweepMeasurements(measurements.phases().stream()
                .filter(phase -> !phase.runs().isEmpty())
                .toList());
    }

    private static List<Row> rows(SweepMeasurements measurements, EffectScale scale) {
        List<Row> rows = new ArrayList<>();
        measurements
                .phases()
                .forEach(phase ->
                        phase.runs().forEach(run -> rows.add(new Row(phase, run.block(), scale.scaled(run.value())))));
        return rows;
    }

    private static Model fit(List<Row> rows, List<VaryingFlag> flags) {
        Map<Term, Integer> columns = columns(rows, flags);
        double[][] design = new double[rows.size()][columns.size() + 1];
        double[] values = new double[rows.size()];
        for (int at = 0; at < rows.size(); at++) {
            Row row = rows.get(at);
            values[at] = row.value();
            design[at][columns.size()] = 1;
            for (VaryingFlag flag : flags) {
                set(design[at], columns, new Term(flag.name(), row.phase().flag(flag.name())));
            }
            set(design[at], columns, block(row.block()));
        }
        return new Model(LeastSquares.of(design, values), columns);
    }

    private static void set(double[] row, Map<Term, Integer> columns, Term term) {
        Integer column = columns.get(term);
        if (column != null) {
            row[column] = 1;
        }
    }

    /** One for each value but the reference, one for each block but the first; the constant comes after them. */
    private static Map<Term, Integer> columns(List<Row> rows, List<VaryingFlag> flags) {
        Map<Term, Integer> columns = new LinkedHashMap<>();
        for (VaryingFlag flag : flags) {
            flag.values().stream().skip(1).forEach(value -> columns.put(new Term(flag.name(), value), columns.size()));
        }
        rows.stream()
                .map(Row::block)
                .distinct()
                .sorted()
                .skip(1)
                .forEach(block -> columns.put(block(block), columns.size()));
        return columns;
    }

    /** No flag has an empty name. */
    private static Term block(int block) {
        return new Term("", String.valueOf(block));
    }

    /** The flags that confound the term: without any one of them its effect could be estimated. */
    private static List<String> confounded(List<Row> rows, List<VaryingFlag> flags, Term term) {
        return flags.stream()
                .filter(other -> !other.name().equals(term.flag()))
                .filter(other -> {
                    List<VaryingFlag> without =
                            flags.stream().filter(each -> !each.equals(other)).toList();
                    return fit(rows, without).estimate(term).isPresent();
                })
                .map(VaryingFlag::name)
                .toList();
    }

    private static Optional<Double> interaction(LeastSquares model, PureError pure) {
        int degrees = model.degreesOfFreedom() - pure.degreesOfFreedom();
        if (degrees <= 0 || pure.degreesOfFreedom() == 0) {
            return Optional.empty();
        }
        double lack = Math.max(0, model.squares() - pure.squares()) / degrees;
        if (pure.squares() == 0) {
            return Optional.of(lack > 0 ? 0.0 : 1.0);
        }
        double ratio = lack / (pure.squares() / pure.degreesOfFreedom());
        return Optional.of(1 - new FDistribution(null, degrees, pure.degreesOfFreedom()).cumulativeProbability(ratio));
    }
}
