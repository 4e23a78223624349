package io.tidemark.bench.tune;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Starts that are drawn: what a check sees from the configuration's surface, what a search finds from its true capacity with the error that searches
 * of that length were measured to have. Each fresh server is faster or slower than the surface by the machine's noise and drift. Not thread-safe.
 */
final class DrawnStarts implements Starts {
    private final MeasuredSpace space;
    private final Machine machine;
    private final TreeMap<Double, SearchError> errors;
    private final SplittableRandom random;
    private int starts;

    /** @param errors by length of a search in seconds */
    DrawnStarts(MeasuredSpace space, Machine machine, Map<Double, SearchError> errors, long seed) {
        this.space = space;
        this.machine = machine;
        this.errors = new TreeMap<>(errors);
        this.random = new SplittableRandom(seed);
    }

    @Override
    public TrialResult start(TrialRequest request) {
        double effect = nextEffect();
        double startSeconds = Machine.START_SECONDS * (1 + (random.nextDouble() - 0.5) * 2 / 3);
        String id = "start " + starts;
        if (space.crash(request.candidate()).isPresent()) {
            return new TrialResult(
                    id,
                    request,
                    new TrialOutcome.Infeasible(space.crash(request.candidate()).get()),
                    Machine.CRASH_SECONDS,
                    0);
        }
        ResponseSurface surface = surface(request.candidate());
        double seconds = 0;
        if (request.checkLoad().isPresent()) {
            double load = request.checkLoad().getAsDouble();
            DrawnProbe check = DrawnProbe.at(surface, load / effect, ProbeRules.MIN_SECONDS, random);
            seconds = SearchError.BESIDE_SECONDS + check.seconds();
            if (check.decision() == LimitDecision.BREAKS) {
                return new TrialResult(
                        id, request, new TrialOutcome.Bound(load, TrialOutcome.Side.BELOW), startSeconds, seconds);
            }
        }
        SearchError error = errors.ceilingEntry(Math.min(request.seconds(), errors.lastKey()))
                .getValue();
        double found = surface.capacity() * effect * Math.exp(error.seen() * SearchError.gaussian(random));
        return new TrialResult(
                id,
                request,
                found(found, error),
                startSeconds,
                Math.max(seconds, Math.min(request.seconds(), error.seconds())));
    }

    private TrialOutcome found(double found, SearchError error) {
        if (random.nextDouble() < error.open()) {
            return random.nextBoolean()
                    ? new TrialOutcome.Bound(found * 1.1, TrialOutcome.Side.BELOW)
                    : new TrialOutcome.Bound(found / 1.1, TrialOutcome.Side.ABOVE);
        }
        return new TrialOutcome.Measured(found, error.stated());
    }

    /** Capacity of the next fresh server over that of its surface. */
    double nextEffect() {
        starts++;
        return Math.exp(machine.noise() * SearchError.gaussian(random)) * Math.pow(1 - machine.drift(), starts - 1);
    }

    ResponseSurface surface(Candidate candidate) {
        return space.surface(machine.equal() ? space.standard() : candidate);
    }

    double truth(Candidate candidate) {
        return space.capacity(machine.equal() ? space.standard() : candidate);
    }

    MeasuredSpace space() {
        return space;
    }

    SplittableRandom random() {
        return random;
    }
}
