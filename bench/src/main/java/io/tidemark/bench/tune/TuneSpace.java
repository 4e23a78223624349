package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A simulated accelerator with its model, what is asked of it, and the flags that are tuned.
 *
 * @param profile a built-in one of the simulator
 * @param firstLoad requests per second at which its surface is begun
 */
record TuneSpace(String profile, SimulatedWorkload workload, SpaceFlags flags, double firstLoad) {
    /**
     * From this share of memory on, steps that are wide run out of it: a rule of this benchmark, for the simulator counts no memory beside what it
     * plans for.
     */
    private static final double FULL_MEMORY = 0.97;

    private static final int MANY_TOKENS = 8_192;
    private static final int MANY_SEQUENCES = 256;

    private static final String UTILIZATION = "gpu-memory-utilization";
    private static final String SEQUENCES = "max-num-seqs";
    private static final String TOKENS = "max-num-batched-tokens";
    private static final String LEFT_OUT = Candidate.LEFT_OUT;

    static List<TuneSpace> all() {
        return List.of(
                new TuneSpace(
                        "generic",
                        new SimulatedWorkload(512, 100, 1_100, 30, 170, 1, 0.06),
                        new SpaceFlags(Map.of(
                                SEQUENCES,
                                List.of("16", "32", "64", "512"),
                                TOKENS,
                                List.of("512", "8192"),
                                "kv-cache-dtype",
                                List.of("fp8"),
                                "async-scheduling",
                                List.of("true"),
                                UTILIZATION,
                                List.of("0.98"))),
                        9),
                new TuneSpace(
                        "llama-70b-fp8-h200",
                        new SimulatedWorkload(1_024, 200, 2_200, 40, 240, 2, 0.075),
                        new SpaceFlags(
                                Map.of(
                                        SEQUENCES,
                                        List.of("16", "48", "128"),
                                        TOKENS,
                                        List.of("1024", "2048"),
                                        "enable-prefix-caching",
                                        List.of("false"),
                                        UTILIZATION,
                                        List.of("0.98")),
                                "eagle3",
                                List.of("2", "5")),
                        4),
                new TuneSpace(
                        "phi-4-mini-l4",
                        new SimulatedWorkload(256, 100, 900, 30, 170, 2, 0.1),
                        new SpaceFlags(
                                Map.of(
                                        SEQUENCES,
                                        List.of("8", "16", "32", "64"),
                                        TOKENS,
                                        List.of("512", "8192"),
                                        "kv-cache-dtype",
                                        List.of("fp8"),
                                        UTILIZATION,
                                        List.of("0.98")),
                                "suffix",
                                List.of("2", "8")),
                        4),
                new TuneSpace(
                        "qwen2.5-7b-awq-rtx5070",
                        new SimulatedWorkload(512, 200, 1_800, 20, 120, 3, 0.25),
                        new SpaceFlags(Map.of(
                                SEQUENCES,
                                List.of("8", "16", "32", "128"),
                                TOKENS,
                                List.of("512", "4096"),
                                "enable-prefix-caching",
                                List.of("false"),
                                UTILIZATION,
                                List.of("0.98"))),
                        2.5));
    }

    List<Candidate> candidates() {
        return flags.candidates();
    }

    /** Why a candidate's server does not come up; empty where it does. */
    Optional<String> crash(Candidate candidate) {
        try {
            ServerConfig server = server(candidate);
            boolean isWide = server.maxNumBatchedTokens() >= MANY_TOKENS || server.maxNumSeqs() >= MANY_SEQUENCES;
            return isWide && server.gpuMemoryUtilization() >= FULL_MEMORY
                    ? Optional.of("out of memory")
                    : Optional.empty();
        } catch (ServerConfigException refused) {
            return Optional.of("no room for the KV cache");
        }
    }

    ServerConfig server(Candidate candidate) {
        StringBuilder text = new StringBuilder("extends: " + profile + "\n");
        candidate.flags().forEach((flag, value) -> {
            boolean isOfDrafts = flag.equals(SpaceFlags.METHOD) || flag.equals(SpaceFlags.DRAFTS);
            if (!value.equals(LEFT_OUT) && !isOfDrafts) {
                text.append(flag).append(": ").append(value).append('\n');
            }
        });
        String method = candidate.flags().getOrDefault(SpaceFlags.METHOD, LEFT_OUT);
        if (!method.equals(LEFT_OUT)) {
            text.append("speculative-config: { method: ")
                    .append(method)
                    .append(", num-speculative-tokens: ")
                    .append(candidate.flags().get(SpaceFlags.DRAFTS))
                    .append(" }\n");
        }
        return new ServerConfigLoader().parse(profile + " " + candidate.name(), text.toString());
    }
}
