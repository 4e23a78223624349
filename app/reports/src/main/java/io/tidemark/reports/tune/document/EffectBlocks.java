package io.tidemark.reports.tune.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.sweep.EffectScale;
import io.tidemark.analysis.sweep.FlagEffect;
import io.tidemark.analysis.sweep.FlagEffect.Estimate;
import io.tidemark.analysis.sweep.MainEffects;
import io.tidemark.analysis.sweep.MeasuredPhase;
import io.tidemark.analysis.sweep.MeasuredPhase.BlockValue;
import io.tidemark.analysis.sweep.SweepMatrix;
import io.tidemark.analysis.sweep.SweepMeasurements;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.TuneReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What each value of each flag does, and the matrix of two flags. */
final class EffectBlocks {
    private static final double INTERACTION_LEVEL = 0.05;

    private final TuneReport report;
    private final Optional<FlagEffects> effects;

    EffectBlocks(TuneReport report) {
        this.report = report;
        this.effects = FlagEffects.of(report);
    }

    /** Empty where no flag varies between measured configurations. */
    List<Block> blocks() {
        return effects.map(this::blocks).orElse(List.of());
    }

    private List<Block> blocks(FlagEffects found) {
        List<Block> blocks = new ArrayList<>(List.of(table(found), Block.muted(foot(found))));
        found.main()
                .interaction()
                .filter(pValue -> pValue < INTERACTION_LEVEL)
                .ifPresent(pValue -> blocks.add(new Block.Callout(
                        String.format(
                                Locale.ROOT,
                                "The effects do not simply add up (chance %.2g if they did): what a flag does depends on the"
                                        + " others, so go by the configurations instead.",
                                pValue),
                        Tone.DOUBT)));
        found.matrix().ifPresent(matrix -> blocks.addAll(new MatrixBlocks(report, matrix).blocks()));
        return blocks;
    }

    private Block.Table table(FlagEffects found) {
        return new Columns<FlagEffect>()
                .left("flag", FlagEffect::flag)
                .right("value", FlagEffect::value)
                .right("against", FlagEffect::reference)
                .rightCell(
                        "effect on " + report.goal().label() + " (95 % CI)",
                        effect -> cell(found.main().scale(), effect))
                .table(found.main().effects());
    }

    private static Cell cell(EffectScale scale, FlagEffect effect) {
        if (effect.estimate().isEmpty()) {
            return new Cell(
                    effect.confoundedWith().isEmpty()
                            ? "not known"
                            : "not known: it changes only together with " + String.join(", ", effect.confoundedWith()),
                    Tone.MUTED);
        }
        Estimate estimate = effect.estimate().get();
        double nothing = scale == EffectScale.RATIO ? 1 : 0;
        return new Cell(description(scale, estimate), estimate.excludes(nothing) ? Tone.PLAIN : Tone.MUTED);
    }

    private static String description(EffectScale scale, Estimate estimate) {
        String number = scale == EffectScale.RATIO ? "%.2f" : "%+.3g";
        String unit = scale == EffectScale.RATIO ? " x" : "";
        String effect = String.format(Locale.ROOT, number, estimate.effect()) + unit;
        return Double.isNaN(estimate.low())
                ? effect + " (no interval)"
                : effect + " (" + String.format(Locale.ROOT, number + " to " + number, estimate.low(), estimate.high())
                        + ")";
    }

    private static String foot(FlagEffects found) {
        String error = found.main().degreesOfFreedom() == 0
                ? "Nothing was repeated, so nothing tells how far chance reaches."
                : found.main().fromRepeats()
                        ? "Intervals rest on how repeats of one configuration vary."
                        : "Nothing was repeated, so intervals rest on what the effects leave over.";
        return "All other flags being equal, by least squares over all measured starts; each interval is one of 95 % by"
                + " itself. Grey: no effect is shown. " + error;
    }

    void put(ObjectNode root) {
        ArrayNode all = root.putArray("effects");
        effects.ifPresent(found -> {
            root.put("effectScale", found.main().scale().name());
            found.main().effects().forEach(effect -> put(all.addObject(), effect));
        });
    }

    private static void put(ObjectNode node, FlagEffect effect) {
        node.put("flag", effect.flag()).put("value", effect.value()).put("against", effect.reference());
        Optional<Estimate> estimate = effect.estimate();
        node.set("effect", RecordJson.of(estimate.map(Estimate::effect)));
        node.set("low", RecordJson.of(finite(estimate.map(Estimate::low))));
        node.set("high", RecordJson.of(finite(estimate.map(Estimate::high))));
        node.set("confoundedWith", RecordJson.of(effect.confoundedWith()));
    }

    private static OptionalDouble finite(Optional<Double> value) {
        return value.isPresent() && Double.isFinite(value.get())
                ? OptionalDouble.of(value.get())
                : OptionalDouble.empty();
    }

    /**
     * What each value of each flag does to the goal's value, and two flags against each other.
     *
     * @param main the effects, as ratios where all values are greater than 0
     * @param matrix of the two flags that vary, or of the two with the largest effects; empty with fewer than two
     */
    private record FlagEffects(MainEffects main, Optional<SweepMatrix> matrix) {
        /** Of each interval by itself. */
        static final double CONFIDENCE = 0.95;

        /** Empty where fewer than two configurations have a value, or no flag differs between them. */
        static Optional<FlagEffects> of(TuneReport report) {
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
                    double mean = values.stream()
                            .mapToDouble(BlockValue::value)
                            .average()
                            .getAsDouble();
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
                    .map(estimate ->
                            Math.abs(scale == EffectScale.RATIO ? Math.log(estimate.effect()) : estimate.effect()))
                    .orElse(0.0);
        }
    }
}
