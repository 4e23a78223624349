package io.tidemark.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Servers whose held load is a formula of their flags, with noise between fresh starts and a machine that slows down. A search is right but for a
 * twentieth in a quarter of an hour, less in a longer one; a check surely breaks where the load is a tenth above what this server holds.
 */
final class SyntheticServers {
    static final double START_SECONDS = 100;
    private static final double ERROR = 0.05;
    private static final double ERROR_SECONDS = 900;

    private final ToDoubleFunction<Candidate> capacity;
    private final double noise;
    private final double drift;
    private final Random random;
    private int starts;

    SyntheticServers(ToDoubleFunction<Candidate> capacity, double noise, double drift, long seed) {
        this.capacity = capacity;
        this.noise = noise;
        this.drift = drift;
        this.random = new Random(seed);
    }

    /** Sequences at once times tokens at once, and whether a cache is used; 5 x 4 x 2 candidates. */
    static List<Candidate> grid() {
        List<Candidate> all = new ArrayList<>();
        for (String sequences : List.of("default", "16", "64", "256", "1024")) {
            for (String tokens : List.of("default", "512", "2048", "8192")) {
                for (String cache : List.of("default", "false")) {
                    all.add(new Candidate(
                            "c" + (all.size() + 1),
                            Map.of("max-num-seqs", sequences, "max-num-batched-tokens", tokens, "cache", cache)));
                }
            }
        }
        return all;
    }

    /** The best holds 12.1, with 64 sequences and 2048 tokens; the default 10. */
    static double held(Candidate candidate) {
        double sequences = switch (candidate.flags().get("max-num-seqs")) {
            case "16" -> 0.6;
            case "64" -> 1.1;
            case "1024" -> 0.8;
            default -> 1;
        };
        double tokens = switch (candidate.flags().get("max-num-batched-tokens")) {
            case "512" -> 0.75;
            case "2048" -> 1.1;
            default -> 1;
        };
        return 10 * sequences * tokens * (candidate.flags().get("cache").equals("false") ? 0.7 : 1);
    }

    TrialResult start(TrialRequest request) {
        double now = capacity.applyAsDouble(request.candidate())
                * Math.exp(noise * random.nextGaussian())
                * Math.pow(1 - drift, starts);
        starts++;
        String id = "s" + starts;
        if (now == 0) {
            return new TrialResult(id, request, new TrialOutcome.Infeasible("out of memory"), 40, 0);
        }
        if (request.checkLoad().isPresent() && request.checkLoad().getAsDouble() > 1.1 * now) {
            return new TrialResult(
                    id,
                    request,
                    new TrialOutcome.Bound(request.checkLoad().getAsDouble(), TrialOutcome.Side.BELOW),
                    START_SECONDS,
                    150);
        }
        double error = ERROR * Math.sqrt(ERROR_SECONDS / request.seconds());
        return new TrialResult(
                id,
                request,
                new TrialOutcome.Measured(now * Math.exp(error * random.nextGaussian()), error),
                START_SECONDS,
                request.seconds());
    }

    /** Until the tuner ends. */
    Tune run(TuneSettings settings, List<Candidate> candidates) {
        Tune tune = Tune.begin(settings, candidates);
        while (tune.next() instanceof NextTrial.Start next) {
            tune = tune.with(start(next.request()));
        }
        return tune;
    }
}
