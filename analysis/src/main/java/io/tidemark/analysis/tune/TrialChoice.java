package io.tidemark.analysis.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Which trial of the search is next: what a further measurement is expected to add to the best candidate's value, by what the model believes,
 * times the probability that the candidate works, over the server time that it takes. It is the knowledge gradient (Frazier, Powell and Dayanik,
 * "A knowledge-gradient policy for sequential information collection", SIAM Journal on Control and Optimization 47, 2008, 2410-2439) of one
 * candidate at a time. Before a measurement it is the expected improvement; of those that were measured it says which to measure again.
 */
final class TrialChoice {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** Starts in a row that fail alike: the machine may be to blame. */
    private static final int DOUBTED_FAILURES = 2;

    /** First trials that spread over the space: two and one per flag, within these limits. */
    private static final int FEWEST_SPREAD = 4;

    private static final int MOST_SPREAD = 10;

    /** Candidates of which the farthest from all that were tried is taken. */
    private static final int DRAWN = 5;

    /** While trials spread, a candidate is given up below this share of the best: what is only a little worse is more informative. */
    private static final double SPREAD_CHECK = 0.7;

    /** Expected gain of a trial, as a share of the value, below which the search is over: nothing is left that could be better. */
    private static final double LEAST_GAIN = 1e-6;

    /** Measurements of a candidate in the search: short, twice as long, four times. The final stage decides between those that remain equal. */
    private static final int MOST_MEASURED = 3;

    /** A candidate that gave no value so often is not started again. */
    private static final int MOST_TRIED = 2;

    /** Of a candidate that is not worth a start. */
    private static final double LEAST_FEASIBLE = 0.1;

    /** Relative error of a measurement of so many seconds before there was any. */
    private static final double USUAL_ERROR = 0.05;

    private static final double USUAL_ERROR_SECONDS = 720;

    private final CandidateSpace space;
    private final TuneSettings settings;
    private final List<TrialResult> trials;
    private final List<Surrogate.Belief> beliefs;
    private final SurrogateScales scales;
    private final double base;
    private final double startSeconds;
    private final double left;

    /** Of each candidate: starts, those that gave a value, and those that failed. */
    private final int[] tried;

    private final int[] measured;
    private final int[] failed;

    /** Whether a start of it ended without a load that breaks: it is at least so good. */
    private final boolean[] heldAll;

    /**
     * @param trials of the search so far, at least one of them feasible
     * @param startSeconds that a start takes
     * @param left seconds of the search's budget
     */
    TrialChoice(
            CandidateSpace space,
            TuneSettings settings,
            List<TrialResult> trials,
            Surrogate surrogate,
            double startSeconds,
            double left) {
        this.space = space;
        this.settings = settings;
        this.trials = trials;
        this.beliefs = surrogate.beliefs();
        this.scales = surrogate.fit().values();
        this.base = Surrogate.base(settings.objective(), trials);
        this.startSeconds = startSeconds;
        this.left = left;
        this.tried = new int[space.size()];
        this.measured = new int[space.size()];
        this.failed = new int[space.size()];
        this.heldAll = new boolean[space.size()];
        for (TrialResult trial : trials) {
            int place = space.place(trial.candidate());
            tried[place]++;
            measured[place] += trial.isMeasured() ? 1 : 0;
            failed[place] += trial.isFeasible() ? 0 : 1;
            heldAll[place] |=
                    trial.outcome() instanceof TrialOutcome.Bound bound && bound.side() == TrialOutcome.Side.ABOVE;
        }
    }

    List<Surrogate.Belief> beliefs() {
        return beliefs;
    }

    /** Empty when the search is over: nothing affordable is worth its time. */
    Optional<TrialRequest> next() {
        Optional<TrialRequest> control = control();
        if (control.isPresent()) {
            return control;
        }
        if (triedCandidates() <= spread() && affordable(0)) {
            Optional<Integer> far = farthest();
            if (far.isPresent()) {
                return far.map(it -> request(it, TrialPurpose.SPREAD, Math.log(SPREAD_CHECK)));
            }
        }
        return best();
    }

    /** Challengers, the best first: candidates other than the default that were measured, or that held all loads that were tried. */
    List<Integer> ranked() {
        return IntStream.range(0, space.size())
                .boxed()
                .filter(it -> it != space.standard() && (measured[it] > 0 || heldAll[it]) && !isDead(it))
                .sorted(Comparator.comparingDouble(it -> -mean(it)))
                .toList();
    }

    /**
     * Whether the candidates or the machine are to blame: the best one that worked, again, and where that one failed alike too, the default. Empty
     * where nothing is in doubt, or the time that is left is too short for it.
     */
    private Optional<TrialRequest> control() {
        if (!TrialResult.failedAlike(trials, DOUBTED_FAILURES)) {
            return Optional.empty();
        }
        IntStream worked = TrialResult.failedAlike(trials, DOUBTED_FAILURES + 1)
                ? IntStream.of(space.standard())
                : IntStream.range(0, space.size()).filter(it -> measured[it] > 0);
        return worked.filter(it -> affordable(measured[it]))
                .boxed()
                .max(Comparator.comparingDouble(this::mean))
                .map(it -> request(it, TrialPurpose.CONTROL, 0));
    }

    private long triedCandidates() {
        return IntStream.of(tried).filter(it -> it > 0).count();
    }

    private int spread() {
        int wanted = Math.max(FEWEST_SPREAD, Math.min(MOST_SPREAD, 2 + space.flags()));
        return Math.min(wanted, space.size() / 4);
    }

    private Optional<Integer> farthest() {
        return shuffled(IntStream.range(0, space.size())
                        .filter(it -> tried[it] == 0 && beliefs.get(it).feasible() > LEAST_FEASIBLE))
                .stream()
                .limit(DRAWN)
                .max(Comparator.comparingDouble(this::distanceToTried));
    }

    private List<Integer> shuffled(IntStream places) {
        List<Integer> order = new ArrayList<>(places.boxed().toList());
        Collections.shuffle(order, new Random(settings.seed() * 31 + trials.size()));
        return order;
    }

    private double distanceToTried(int place) {
        return trials.stream()
                .mapToDouble(it -> space.squaredDistance(place, space.place(it.candidate())))
                .min()
                .orElse(0);
    }

    private Optional<TrialRequest> best() {
        int chosen = -1;
        double most = 0;
        for (int place : shuffled(IntStream.range(0, space.size()))) {
            if (isDead(place) || isDone(place) || !affordable(measured[place])) {
                continue;
            }
            double gain = gain(place) * beliefs.get(place).feasible();
            double perSecond = gain / seconds(place);
            if (gain >= LEAST_GAIN && perSecond > most) {
                most = perSecond;
                chosen = place;
            }
        }
        if (chosen < 0) {
            return Optional.empty();
        }
        TrialPurpose purpose = measured[chosen] > 0 ? TrialPurpose.PROMOTED : TrialPurpose.PROPOSED;
        return Optional.of(request(chosen, purpose, -scales.run()));
    }

    private TrialRequest request(int place, TrialPurpose purpose, double checkFromBest) {
        boolean checks = settings.objective().isHeldLoad() && measured[place] == 0;
        double best = bestMean(-1);
        return new TrialRequest(
                trials.size() + 1,
                space.candidate(place),
                purpose,
                checks ? OptionalDouble.of(value(best + checkFromBest)) : OptionalDouble.empty(),
                OptionalDouble.of(value(mean(place))),
                settings.lengths().ofMeasurement(measured[place]));
    }

    /** What measuring it is expected to add to the best value, as a share. */
    private double gain(int place) {
        double deviation = beliefs.get(place).value().deviation();
        double noise = Math.sqrt(
                scales.run() * scales.run() + errorVariance(settings.lengths().ofMeasurement(measured[place])));
        double moves = deviation * deviation / Math.hypot(deviation, noise);
        double distance = -Math.abs(mean(place) - bestMean(place)) / moves;
        return moves * (distance * NORMAL.cumulativeProbability(distance) + NORMAL.density(distance));
    }

    /** Expected of a trial, start-up included. */
    private double seconds(int place) {
        double whole = settings.lengths().ofMeasurement(measured[place]);
        if (!settings.objective().isHeldLoad() || measured[place] > 0) {
            return startSeconds + whole;
        }
        GaussianProcess.Normal value = beliefs.get(place).value();
        GaussianProcess.Normal seen =
                new GaussianProcess.Normal(value.mean(), value.variance() + scales.run() * scales.run());
        double pruned = seen.below(bestMean(-1) - scales.run());
        return startSeconds + pruned * settings.lengths().checkSeconds() + (1 - pruned) * whole;
    }

    /** Falls with the time measured, as far as runs so far show. */
    private double errorVariance(double seconds) {
        double sum = USUAL_ERROR * USUAL_ERROR * USUAL_ERROR_SECONDS;
        int count = 1;
        for (TrialResult trial : trials) {
            if (trial.outcome() instanceof TrialOutcome.Measured seen) {
                sum += seen.relativeError() * seen.relativeError() * trial.measuredSeconds();
                count++;
            }
        }
        return sum / count / seconds;
    }

    /** The highest mean of the candidates that were measured, but for one. */
    private double bestMean(int except) {
        return IntStream.range(0, space.size())
                .filter(it -> it != except && measured[it] > 0)
                .mapToDouble(this::mean)
                .max()
                .orElse(0);
    }

    private double mean(int place) {
        return beliefs.get(place).value().mean();
    }

    private double value(double mean) {
        return settings.objective().value(base + mean);
    }

    private boolean affordable(int measuredBefore) {
        return startSeconds + settings.lengths().ofMeasurement(measuredBefore) <= left;
    }

    private boolean isDone(int place) {
        return measured[place] == 0 ? tried[place] >= MOST_TRIED : measured[place] >= MOST_MEASURED;
    }

    /** Whether it failed, as often as it worked or more. */
    private boolean isDead(int place) {
        return failed[place] > 0 && 2 * failed[place] >= tried[place];
    }
}
