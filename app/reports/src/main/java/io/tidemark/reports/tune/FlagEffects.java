package io.tidemark.reports.tune;

import io.tidemark.analysis.sweep.EffectScale;
import io.tidemark.analysis.sweep.FlagEffect;
import io.tidemark.analysis.sweep.MainEffects;
import io.tidemark.analysis.sweep.MeasuredPhase;
import io.tidemark.analysis.sweep.MeasuredPhase.BlockValue;
import io.tidemark.analysis.sweep.SweepMatrix;
import io.tidemark.analysis.sweep.SweepMeasurements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What each value of each flag does to the goal's value, and two flags against each other.
 *
 * @param main the effects, as ratios where all values are greater than 0
 * @param matrix of the two flags that vary, or of the two with the largest effects; empty with fewer than two
 */
public record FlagEffects(MainEffects main, Optional<SweepMatrix> matrix) {
    /** Of each interval by itself. */
    public static final double CONFIDENCE = 0.95;

    /** Empty where fewer than two configurations have a value, or no flag differs between them. */
    public static Optional<FlagEffects> of(TuneReport report) {
        SweepMeasurements measurements = measurements(report);
        if (measurements.varyingFlags().isEmpty()) {
            return Optional.empty();
        }
        boolean positive = measurements.phases().stream()
                .flatMap(phase -> phase.runs().stream())
                .allMatch(run -> run.value() > 0);
        MainEffects main =
                MainEffects.of(measurements, positive ? EffectScale.RATIO : EffectScale.DIFFERENCE, CONFIDENCE);
        return Optional.of(new FlagEffects(main, matrix(measurements, main)));
    }

    private static SweepMeasurements measurements(TuneReport report) {
        List<MeasuredPhase> phases = new ArrayList<>();
        report.measured().forEach(one -> {
            List<BlockValue> values = values(report, one);
            if (!values.isEmpty()) {
                double mean =
                        values.stream().mapToDouble(BlockValue::value).average().getAsDouble();
                phases.add(new MeasuredPhase(one.phase(), one.flags(), mean, Double.NaN, Double.NaN, values));
            }
        });
        return new SweepMeasurements(phases);
    }

    private static List<BlockValue> values(TuneReport report, Configuration one) {
        List<BlockValue> values = new ArrayList<>();
        one.measured().forEach(start -> {
            OptionalDouble value = report.value(start);
            if (value.isPresent()) {
                values.add(new BlockValue(start.trial().block(), value.getAsDouble()));
            }
        });
        return values;
    }

    private static Optional<SweepMatrix> matrix(SweepMeasurements measurements, MainEffects main) {
        Map<String, Double> sizes = new LinkedHashMap<>();
        measurements.varyingFlags().forEach(flag -> sizes.put(flag.name(), 0.0));
        main.effects().forEach(effect -> sizes.merge(effect.flag(), size(main.scale(), effect), Math::max));
        List<String> largest = sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .limit(2)
                .toList();
        return largest.size() < 2
                ? Optional.empty()
                : Optional.of(SweepMatrix.of(measurements, largest.get(0), largest.get(1)));
    }

    private static double size(EffectScale scale, FlagEffect effect) {
        return effect.estimate()
                .map(estimate -> Math.abs(scale == EffectScale.RATIO ? Math.log(estimate.effect()) : estimate.effect()))
                .orElse(0.0);
    }
}
