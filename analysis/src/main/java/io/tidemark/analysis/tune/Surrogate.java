package io.tidemark.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the trials of the search say of every candidate: a Gaussian process of the logarithm of what is tuned, and one of whether a candidate works.
 * Both know candidates by their flags. The first one also knows when each server was started, so that a machine that changes is not taken for a
 * difference of flags; it predicts the next start. Few trials may make a flag look as if it had no effect, so the model with the effects that are usual
 * counts as much as the one that fits best.
 */
final class Surrogate {
    /** How far the middle of the space may be from the default. */
    private static final double MIDDLE_VARIANCE = 0.25;

    /** Before anything crashed, four of five candidates are taken to work. */
    private static final double WORKS = 1.2;

    private static final double CRASH_MIDDLE_VARIANCE = 0.1;
    private static final double CRASH_NOISE_VARIANCE = 0.05;
    private static final double CRASH_EFFECTS = 1.5;
    private static final double CRASH_OWN = 0.5;

    /** Scales are fitted anew when there are this many times as many trials. */
    private static final double REFIT = 1.3;

    private final CandidateSpace space;
    private final Fit fit;
    private final Part values;
    private final Part crashes;

    /**
     * The scales of both models, and how many trials they rest on.
     */
    record Fit(SurrogateScales values, SurrogateScales crashes, int trials) {
        static Fit none(int flags) {
            SurrogateScales usual = SurrogateScales.usual(flags);
            return new Fit(
                    usual,
                    new SurrogateScales(usual.lengths(), CRASH_EFFECTS, CRASH_OWN, usual.run(), usual.drift()),
                    0);
        }

        boolean isOld(int now) {
            return now >= 4 && now >= REFIT * trials;
        }
    }

    /**
     * What is known of a candidate.
     *
     * @param value logarithm, over the default's first measured value, were it started next
     * @param feasible probability that it works
     */
    record Belief(GaussianProcess.Normal value, double feasible) {}

    /** @param trials of the search, in their order, the first one of the default */
    static Surrogate of(CandidateSpace space, TuneObjective objective, List<TrialResult> trials, Fit before) {
        Part values = values(space, objective, trials);
        Part crashes = crashes(space, trials);
        if (!before.isOld(trials.size())) {
            return new Surrogate(space, before, values, crashes);
        }
        boolean anyCrashed = trials.stream().anyMatch(it -> !it.isFeasible());
        Fit fitted = new Fit(
                values.fitted(before.values(), SurrogateScales.Chosen.ALL),
                anyCrashed ? crashes.fitted(before.crashes(), SurrogateScales.Chosen.LENGTHS) : before.crashes(),
                trials.size());
        return new Surrogate(space, fitted, values, crashes);
    }

    private Surrogate(CandidateSpace space, Fit fit, Part values, Part crashes) {
        this.space = space;
        this.fit = fit;
        this.values = values;
        this.crashes = crashes;
    }

    Fit fit() {
        return fit;
    }

    /** Of every candidate, in the order of the space. */
    List<Belief> beliefs() {
        GaussianProcess ofValues = values.with(fit.values());
        SurrogateScales plain = fit.values().withUsualEffects();
        GaussianProcess ofPlain = values.with(plain);
        GaussianProcess ofCrashes = crashes.with(fit.crashes());
        return IntStream.range(0, space.size())
                .mapToObj(it -> new Belief(
                        together(values.predict(ofValues, fit.values(), it), values.predict(ofPlain, plain, it)),
                        1 - crashes.predict(ofCrashes, fit.crashes(), it).below(-WORKS)))
                .toList();
    }

    /** Mean and variance of either, each as likely as the other. */
    private static GaussianProcess.Normal together(GaussianProcess.Normal one, GaussianProcess.Normal other) {
        double apart = one.mean() - other.mean();
        return new GaussianProcess.Normal(
                (one.mean() + other.mean()) / 2, (one.variance() + other.variance()) / 2 + apart * apart / 4);
    }

    private static Part values(CandidateSpace space, TuneObjective objective, List<TrialResult> trials) {
        double base = base(objective, trials);
        List<Seen> all = new ArrayList<>();
        for (int at = 0; at < trials.size(); at++) {
            TrialResult trial = trials.get(at);
            if (trial.isFeasible()) {
                all.add(new Seen(space.place(trial.candidate()), at, seen(objective, trial.outcome(), base)));
            }
        }
        return new Part(space, MIDDLE_VARIANCE, all, trials.size());
    }

    /** Without the noise between runs, which the scales add. */
    private static Observation seen(TuneObjective objective, TrialOutcome outcome, double base) {
        if (outcome instanceof TrialOutcome.Measured measured) {
            return new Observation.Exact(
                    objective.utility(measured.value()) - base, measured.relativeError() * measured.relativeError());
        }
        TrialOutcome.Bound bound = (TrialOutcome.Bound) outcome;
        boolean isAbove = (bound.side() == TrialOutcome.Side.ABOVE) != objective.lowerIsBetter();
        return new Observation.OneSided(objective.utility(bound.value()) - base, 0, isAbove);
    }

    /** Of the default's first run. */
    static double base(TuneObjective objective, List<TrialResult> trials) {
        return trials.stream()
                .filter(TrialResult::isFeasible)
                .findFirst()
                .map(it -> it.outcome() instanceof TrialOutcome.Measured measured
                        ? objective.utility(measured.value())
                        : objective.utility(((TrialOutcome.Bound) it.outcome()).value()))
                .orElse(0.0);
    }

    private static Part crashes(CandidateSpace space, List<TrialResult> trials) {
        int now = trials.size();
        List<Seen> all = trials.stream()
                .map(trial -> new Seen(
                        space.place(trial.candidate()),
                        now,
                        new Observation.OneSided(-WORKS, CRASH_NOISE_VARIANCE, trial.isFeasible())))
                .toList();
        return new Part(space, CRASH_MIDDLE_VARIANCE, all, now);
    }

    private record Seen(int place, int order, Observation observation) {}

    /** One of the two models: what was seen of which candidate, and when. */
    private record Part(CandidateSpace space, double middleVariance, List<Seen> seen, int now) {

        GaussianProcess with(SurrogateScales scales) {
            double[][] prior = new double[seen.size()][seen.size()];
            List<Observation> noisy = new ArrayList<>();
            for (int one = 0; one < prior.length; one++) {
                Seen first = seen.get(one);
                for (int other = 0; other <= one; other++) {
                    Seen second = seen.get(other);
                    prior[one][other] = covariance(scales, first.place(), second.place())
                            + scales.drift() * scales.drift() * (first.order() - now) * (second.order() - now);
                    prior[other][one] = prior[one][other];
                }
                noisy.add(first.observation().withNoise(scales.run() * scales.run()));
            }
            return new GaussianProcess(prior, noisy);
        }

        /** What each bound says is found once, by the scales so far: every scale that is tried then costs one decomposition. */
        SurrogateScales fitted(SurrogateScales from, SurrogateScales.Chosen chosen) {
            GaussianProcess process = with(from);
            List<Seen> settled = new ArrayList<>();
            for (int at = 0; at < seen.size(); at++) {
                Seen one = seen.get(at);
                settled.add(
                        one.observation() instanceof Observation.OneSided
                                ? new Seen(one.place(), one.order(), process.settled(at))
                                : one);
            }
            Part still = new Part(space, middleVariance, settled, now);
            return from.fitted(it -> still.with(it).logEvidence(), chosen);
        }

        GaussianProcess.Normal predict(GaussianProcess process, SurrogateScales scales, int place) {
            double[] with = seen.stream()
                    .mapToDouble(it -> covariance(scales, place, it.place()))
                    .toArray();
            return process.predict(with, covariance(scales, place, place));
        }

        private double covariance(SurrogateScales scales, int one, int other) {
            return middleVariance
                    + scales.effects() * scales.effects() * scales.correlation(space, one, other)
                    + (one == other ? scales.own() * scales.own() : 0);
        }
    }
}
