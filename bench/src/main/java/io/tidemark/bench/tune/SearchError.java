package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialPurpose;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * How far the estimates of capacity searches of one length lie from each other on the simulator's engine: of the default and of the best
 * configuration of a space, without noise between servers. Each begins near to what is held, as far off as a model of few trials is.
 *
 * @param searches that were made
 * @param stated mean standard error of the logarithm that they state
 * @param seen standard deviation of the logarithm between searches of one configuration
 * @param open share of searches without an estimate
 * @param seconds mean that they took
 */
record SearchError(int searches, double stated, double seen, double open, double seconds) {
    private static final double HINT_ERROR = 0.15;

    /** @param searches of each of the two configurations */
    static SearchError measured(MeasuredSpace space, double seconds, int searches) {
        double squares = 0;
        double stated = 0;
        double spent = 0;
        int found = 0;
        List<Candidate> candidates = List.of(space.standard(), space.bestCandidate());
        for (Candidate candidate : candidates) {
            List<TrialResult> results = LongStream.rangeClosed(1, searches)
                    .parallel()
                    .mapToObj(seed -> searched(space, candidate, seconds, seed))
                    .toList();
            List<TrialOutcome.Measured> values = results.stream()
                    .map(TrialResult::outcome)
                    .filter(TrialOutcome.Measured.class::isInstance)
                    .map(TrialOutcome.Measured.class::cast)
                    .toList();
            double mean = values.stream()
                    .mapToDouble(one -> Math.log(one.value()))
                    .average()
                    .orElse(0);
            squares += values.stream()
                    .mapToDouble(one -> Math.pow(Math.log(one.value()) - mean, 2))
                    .sum();
            stated += values.stream()
                    .mapToDouble(TrialOutcome.Measured::relativeError)
                    .sum();
            spent += results.stream().mapToDouble(TrialResult::measuredSeconds).sum();
            found += values.size();
        }
        int all = searches * candidates.size();
        return new SearchError(
                all,
                stated / found,
                Math.sqrt(squares / Math.max(1, found - candidates.size())),
                1 - (double) found / all,
                spent / all);
    }

    private static TrialResult searched(MeasuredSpace space, Candidate candidate, double seconds, long seed) {
        double off = HINT_ERROR * Draws.gaussian(new SplittableRandom(seed));
        TrialRequest request = new TrialRequest(
                1,
                candidate,
                TrialPurpose.FINAL,
                OptionalDouble.empty(),
                OptionalDouble.of(space.capacity(candidate) * Math.exp(off)),
                seconds);
        return new DirectStarts(space, new Machine(0, 0), seed).start(request);
    }
}
