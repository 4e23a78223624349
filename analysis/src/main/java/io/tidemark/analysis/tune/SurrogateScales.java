package io.tidemark.analysis.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a model's prior takes for granted, on the scale of the logarithm of what is tuned.
 *
 * @param lengths of each flag: the distance over which its effect changes; infinite where it has none
 * @param effects deviation of all flags' effects together
 * @param own deviation of what a candidate has beside its flags' smooth effects
 * @param run deviation between fresh servers of the same candidate
 * @param drift deviation of the machine's change from one start to the next
 */
record SurrogateScales(List<Double> lengths, double effects, double own, double run, double drift) {
    /** Effects that add up count as much as those that work together. */
    private static final double ADDED = 0.5;

    private static final List<Double> LENGTHS = List.of(Double.POSITIVE_INFINITY, 1.2, 0.6, 0.3);
    private static final List<Double> LOG_PRIOR_OF_LENGTHS = List.of(-1.2, -1.2, -1.4, -1.9);
    private static final double USUAL_LENGTH = 0.6;
    private static final List<Double> EFFECTS = List.of(0.1, 0.2, 0.4, 0.8);
    private static final List<Double> OWN = List.of(0.005, 0.02, 0.06);
    private static final List<Double> RUN = List.of(0.01, 0.02, 0.04, 0.07);
    private static final List<Double> DRIFT = List.of(0.0003, 0.003, 0.01);

    /** Of the logarithm of a scale around its usual value. */
    private static final double PRIOR_DEVIATION = 1;

    SurrogateScales {
        lengths = List.copyOf(lengths);
    }

    static SurrogateScales usual(int flags) {
        return new SurrogateScales(
                Collections.nCopies(flags, USUAL_LENGTH),
                Scale.EFFECTS_TOGETHER.usual,
                Scale.OWN_VALUE.usual,
                Scale.BETWEEN_RUNS.usual,
                Scale.PER_START.usual);
    }

    /** The same noise, with flags that all have the effects that are usual. */
    SurrogateScales withUsualEffects() {
        SurrogateScales usual = usual(lengths.size());
        return new SurrogateScales(usual.lengths, Math.max(effects, usual.effects), own, run, drift);
    }

    /** Correlation of the flags' effects on two candidates. */
    double correlation(CandidateSpace space, int one, int other) {
        double together = 0;
        double added = 0;
        for (int flag = 0; flag < lengths.size(); flag++) {
            double squared = space.squaredDistance(flag, one, other);
            double exponent = squared == 0 ? 0 : squared / (2 * lengths.get(flag) * lengths.get(flag));
            together += exponent;
            added += exponent == 0 ? 1 : Math.exp(-exponent);
        }
        return ADDED * (lengths.size() == 0 ? 1 : added / lengths.size()) + (1 - ADDED) * Math.exp(-together);
    }

    /**
     * Each scale in turn at the value that what was seen makes most probable, twice over.
     *
     * @param chosen scales that are fitted; the others stay
     */
    SurrogateScales fitted(ToDoubleFunction<SurrogateScales> logEvidence, Chosen chosen) {
        SurrogateScales best = this;
        for (int round = 0; round < 2; round++) {
            for (int flag = 0; flag < lengths.size(); flag++) {
                best = mostProbable(best, best.withEachLengthOf(flag), logEvidence);
            }
            if (chosen == Chosen.ALL) {
                for (Scale scale : Scale.values()) {
                    best = mostProbable(best, scale.eachIn(best), logEvidence);
                }
            }
        }
        return best;
    }

    /** Which scales are fitted. */
    enum Chosen {
        LENGTHS,
        ALL
    }

    private enum Scale {
        EFFECTS_TOGETHER(0.4),
        OWN_VALUE(0.02),
        BETWEEN_RUNS(0.03),
        PER_START(0.001);

        private final double usual;

        Scale(double usual) {
            this.usual = usual;
        }

        private List<Double> grid() {
            return switch (this) {
                case EFFECTS_TOGETHER -> EFFECTS;
                case OWN_VALUE -> OWN;
                case BETWEEN_RUNS -> RUN;
                case PER_START -> DRIFT;
            };
        }

        List<Tried> eachIn(SurrogateScales scales) {
            return grid().stream()
                    .map(value -> new Tried(in(scales, value), logPrior(value)))
                    .toList();
        }

        private double logPrior(double value) {
            double off = Math.log(value / usual) / PRIOR_DEVIATION;
            return -off * off / 2;
        }

        private SurrogateScales in(SurrogateScales scales, double value) {
            return switch (this) {
                case EFFECTS_TOGETHER ->
                    new SurrogateScales(scales.lengths, value, scales.own, scales.run, scales.drift);
                case OWN_VALUE -> new SurrogateScales(scales.lengths, scales.effects, value, scales.run, scales.drift);
                case BETWEEN_RUNS ->
                    new SurrogateScales(scales.lengths, scales.effects, scales.own, value, scales.drift);
                case PER_START -> new SurrogateScales(scales.lengths, scales.effects, scales.own, scales.run, value);
            };
        }
    }

    private List<Tried> withEachLengthOf(int flag) {
        List<Tried> all = new ArrayList<>();
        for (int at = 0; at < LENGTHS.size(); at++) {
            List<Double> changed = new ArrayList<>(lengths);
            changed.set(flag, LENGTHS.get(at));
            all.add(new Tried(new SurrogateScales(changed, effects, own, run, drift), LOG_PRIOR_OF_LENGTHS.get(at)));
        }
        return all;
    }

    private record Tried(SurrogateScales scales, double logPrior) {}

    /** @param otherwise where none has a probability */
    private static SurrogateScales mostProbable(
            SurrogateScales otherwise, List<Tried> all, ToDoubleFunction<SurrogateScales> logEvidence) {
        SurrogateScales best = otherwise;
        double most = Double.NEGATIVE_INFINITY;
        for (Tried tried : all) {
            double evidence = logEvidence.applyAsDouble(tried.scales()) + tried.logPrior();
            if (evidence > most) {
                most = evidence;
                best = tried.scales();
            }
        }
        return best;
    }
}
