package io.tidemark.bench.tune;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SequentialLimitTest;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Starts that are drawn: what a check sees from the configuration's surface, what a search finds from its true capacity with the error that searches
 * of that length were measured to have. Each fresh server is faster or slower than the surface by the machine's noise and drift. Not thread-safe.
 */
final class DrawnStarts implements Starts {
    /** Warm-up and drain of a check. */
    private static final double BESIDE_SECONDS = 40;

    /** With this share of bad requests they pile up so fast that the queue is seen to grow. */
    private static final double HOPELESS = 0.6;

    private final MeasuredSpace space;
    private final ServerEffects effects;
    private final TreeMap<Double, SearchError> errors;
    private final SplittableRandom random;

    /** @param errors by length of a search in seconds */
    DrawnStarts(MeasuredSpace space, Machine machine, Map<Double, SearchError> errors, long seed) {
        this.space = space;
        this.errors = new TreeMap<>(errors);
        this.random = new SplittableRandom(seed);
        this.effects = new ServerEffects(machine, random);
    }

    @Override
    public TrialResult start(TrialRequest request) {
        double effect = effects.next();
        double startSeconds = Machine.START_SECONDS * (1 + (random.nextDouble() - 0.5) * 2 / 3);
        String id = "start " + effects.starts();
        Optional<String> crash = space.crash(request.candidate());
        if (crash.isPresent()) {
            return new TrialResult(id, request, new TrialOutcome.Infeasible(crash.get()), Machine.CRASH_SECONDS, 0);
        }
        double seconds = 0;
        if (request.checkLoad().isPresent()) {
            double load = request.checkLoad().getAsDouble();
            seconds = BESIDE_SECONDS + ProbeRules.MIN_SECONDS;
            if (surelyBreaks(space.surface(request.candidate()), load / effect)) {
                return new TrialResult(
                        id, request, new TrialOutcome.Bound(load, TrialOutcome.Side.BELOW), startSeconds, seconds);
            }
        }
        SearchError error = errors.ceilingEntry(Math.min(request.seconds(), errors.lastKey()))
                .getValue();
        double found = space.capacity(request.candidate()) * effect * Math.exp(error.seen() * Draws.gaussian(random));
        return new TrialResult(
                id,
                request,
                found(found, error),
                startSeconds,
                Math.max(seconds, Math.min(request.seconds(), error.seconds())));
    }

    /** After the shortest probe of a load: as many effective requests as the surface's design effect leaves, each bad by itself. */
    private boolean surelyBreaks(ResponseSurface surface, double load) {
        double share = surface.share(load);
        if (share > HOPELESS) {
            return true;
        }
        double effective = load
                * ProbeRules.MIN_SECONDS
                / Math.max(1, surface.nearest(load).designEffect());
        double bad = Math.min(effective, Draws.poisson(effective * share, random));
        return new SequentialLimitTest(SimulatedWorkload.ALLOWED).decide(bad, effective) == LimitDecision.BREAKS;
    }

    private TrialOutcome found(double found, SearchError error) {
        if (random.nextDouble() < error.open()) {
            return random.nextBoolean()
                    ? new TrialOutcome.Bound(found * 1.1, TrialOutcome.Side.BELOW)
                    : new TrialOutcome.Bound(found / 1.1, TrialOutcome.Side.ABOVE);
        }
        return new TrialOutcome.Measured(found, error.stated());
    }
}
