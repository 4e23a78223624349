package io.tidemark.analysis.tune;

import io.tidemark.analysis.search.EngineClient;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.LongRun;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.analysis.search.SimulatedSearch;
import io.tidemark.analysis.search.SimulatedServer;
import io.tidemark.events.LoadKind;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Tuning of a server of the simulator's profile "generic": each start is a fresh engine, on which the product's capacity search makes its probes request by
 * request. Starts of one configuration differ by noise.
 */
final class SimulatedTuning {
    private static final EngineClient.Workload WORKLOAD = new EngineClient.Workload(100, 1_100, 30, 170, 512);
    private static final double QUANTILE = 0.95;
    private static final double TTFT_SECONDS = 1;
    private static final double TPOT_SECONDS = 0.06;
    private static final double RESOLUTION = 0.05;

    /** Requests of the runs that capacities are taken from. */
    private static final int LONG_RUN = 3_000;

    /** Near to what many candidates hold. */
    private static final double USUAL_LOAD = 8;

    private static final double START_SECONDS = 150;
    private static final double CRASH_SECONDS = 60;
    private static final double BRUTE_SEARCH_SECONDS = 3_600;
    private static final double BUDGET_SHARE = 0.2;

    /** Where a search begins that knows nothing, and below what is expected where something is. */
    private static final double FIRST_LOAD = 9;

    private static final double BELOW = 0.9;

    /** From this share of memory on, wide steps run out of it: the simulator counts no memory beside what it plans for. */
    private static final double FULL_MEMORY = 0.97;

    private static final int MANY_TOKENS = 8_192;
    private static final int MANY_SEQUENCES = 256;

    private static final Map<String, List<String>> FLAGS = new TreeMap<>(Map.of(
            "max-num-seqs", List.of("16", "32", "64", "512"),
            "max-num-batched-tokens", List.of("512", "8192"),
            "kv-cache-dtype", List.of("fp8"),
            "async-scheduling", List.of("true"),
            "gpu-memory-utilization", List.of("0.98")));

    private final List<Candidate> candidates = candidates();
    private final Map<Candidate, ServerConfig> configs = new HashMap<>();
    private final Map<Candidate, Double> capacities = new HashMap<>();

    SimulatedTuning() {
        candidates.forEach(candidate -> config(candidate).ifPresent(config -> configs.put(candidate, config)));
        configs.entrySet().parallelStream()
                .map(one -> Map.entry(one.getKey(), heldBy(one.getValue(), LONG_RUN, USUAL_LOAD)))
                .toList()
                .forEach(one -> capacities.put(one.getKey(), one.getValue()));
    }

    /** Every combination of the flags' values, the default first. */
    private static List<Candidate> candidates() {
        List<Map<String, String>> all = List.of(Map.of());
        for (Map.Entry<String, List<String>> flag : FLAGS.entrySet()) {
            all = all.stream()
                    .flatMap(one -> Stream.concat(Stream.of(Candidate.LEFT_OUT), flag.getValue().stream())
                            .map(value -> with(one, flag.getKey(), value)))
                    .toList();
        }
        List<Candidate> candidates = new ArrayList<>();
        all.forEach(flags -> candidates.add(new Candidate("c" + (candidates.size() + 1), flags)));
        return candidates;
    }

    private static Map<String, String> with(Map<String, String> flags, String flag, String value) {
        Map<String, String> more = new TreeMap<>(flags);
        more.put(flag, value);
        return more;
    }

    /** Empty for a server that does not come up. */
    private static Optional<ServerConfig> config(Candidate candidate) {
        StringBuilder text = new StringBuilder("extends: generic\n");
        candidate.flags().forEach((flag, value) -> {
            if (!value.equals(Candidate.LEFT_OUT)) {
                text.append(flag).append(": ").append(value).append('\n');
            }
        });
        try {
            ServerConfig config = new ServerConfigLoader().parse(candidate.name(), text.toString());
            boolean isWide = config.maxNumBatchedTokens() >= MANY_TOKENS || config.maxNumSeqs() >= MANY_SEQUENCES;
            return Optional.of(config).filter(any -> !isWide || any.gpuMemoryUtilization() < FULL_MEMORY);
        } catch (ServerConfigException noRoomForTheCache) {
            return Optional.empty();
        }
    }

    private static SimulatedServer server(ServerConfig config, double from, double speed) {
        SearchRange range = new SearchRange(from, from * 1_000, RESOLUTION, false);
        return new SimulatedServer(config, WORKLOAD, QUANTILE, TTFT_SECONDS, TPOT_SECONDS, false, range, speed);
    }

    private static double heldBy(ServerConfig config, int requests, double near) {
        return new LongRun(server(config, near, 1), requests, near).capacity();
    }

    Candidate standard() {
        return candidates.get(0);
    }

    /** Requests per second that a candidate holds in the long run; 0 for one that does not come up. */
    double capacity(Candidate candidate) {
        return capacities.getOrDefault(candidate, 0.0);
    }

    /** Of as many capacities with an error the highest is too high: who is judged by it is judged strictly. */
    double best() {
        return capacities.values().stream().mapToDouble(it -> it).max().orElseThrow();
    }

    /** A tune with all defaults, and a fifth of the server time that one capacity search of each candidate takes. */
    private TuneSettings settings(long seed) {
        int crashing = candidates.size() - configs.size();
        double budget =
                BUDGET_SHARE * (crashing * CRASH_SECONDS + configs.size() * (START_SECONDS + BRUTE_SEARCH_SECONDS));
        return new TuneSettings(
                TuneObjective.heldLoad(LoadKind.RATE),
                budget,
                seed,
                TrialLengths.DEFAULT,
                FinalStage.ofBudget(2, 5, 1, budget, START_SECONDS),
                START_SECONDS);
    }

    /** One whole tune on the engine. */
    TuneVerdict onTheEngine(double noise, long seed) {
        Random random = new Random(seed);
        Tune tune = Tune.begin(settings(seed), candidates);
        while (tune.next() instanceof NextTrial.Start next) {
            int starts = tune.results().size();
            double speed = Math.exp(noise * random.nextGaussian());
            tune = tune.with(start(next.request(), speed, seed * 1_000 + starts));
        }
        return tune.verdict().orElseThrow();
    }

    private TrialResult start(TrialRequest request, double speed, long seed) {
        String id = "start " + seed;
        ServerConfig config = configs.get(request.candidate());
        if (config == null) {
            return new TrialResult(id, request, new TrialOutcome.Infeasible("out of memory"), CRASH_SECONDS, 0);
        }
        double from = request.checkLoad().orElse(BELOW * request.expected().orElse(FIRST_LOAD));
        SimulatedSearch search = new SimulatedSearch(server(config, from, speed), seed);
        boolean isChecked = request.checkLoad().isPresent();
        LoadSearch done = search.run(Duration.ofMillis(Math.round(request.seconds() * 1e3)), isChecked);
        TrialOutcome outcome = isChecked && SimulatedSearch.firstBreaks(done)
                ? new TrialOutcome.Bound(from, TrialOutcome.Side.BELOW)
                : TrialOutcome.of(
                                done.interval(),
                                done.estimate().map(it -> new TrialOutcome.Measured(it.load(), it.relativeError())))
                        .orElseGet(() -> new TrialOutcome.Bound(from * 1_000, TrialOutcome.Side.BELOW));
        return new TrialResult(id, request, outcome, START_SECONDS, search.minutes() * 60);
    }

    /** One whole tune whose starts are drawn from the true capacities, with the error of {@link SyntheticServers}' searches. */
    TuneVerdict drawn(double noise, double drift, long seed) {
        return new SyntheticServers(this::capacity, noise, drift, seed)
                .run(settings(seed), candidates)
                .verdict()
                .orElseThrow();
    }
}
