package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.load.RampUp;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What the flags of {@code vllm bench serve} ask for, checked one by one. */
public record BenchFlags(
        Server server, Traffic traffic, Dataset dataset, Sampling sampling, long seed, Belonging belonging) {
    /**
     * The server.
     *
     * @param url without {@code /v1}
     * @param requestPath path and query of requests after the URL; empty: the backend's usual ones
     */
    public record Server(
            Backend backend,
            URI url,
            Optional<String> requestPath,
            BenchHeaders headers,
            boolean insecure,
            Optional<String> apiKeyVariable) {}

    /** Which API is spoken. The names are vLLM's. */
    public enum Backend {
        VLLM("vllm", "completions"),
        OPENAI("openai", "completions"),
        OPENAI_CHAT("openai-chat", "chat");

        private final String word;
        private final String api;

        Backend(String word, String api) {
            this.word = word;
            this.api = api;
        }

        /** As in flags and files. */
        public String word() {
            return word;
        }

        /** As in plans. */
        String api() {
            return api;
        }
    }

    /**
     * How requests come.
     *
     * @param perSecond infinite: all at once
     * @param warmUps requests before, which are not counted
     */
    public record Traffic(
            int prompts,
            double perSecond,
            double burstiness,
            OptionalInt maxConcurrency,
            Optional<RampUp> rampUp,
            int warmUps) {}

    /** What is asked. */
    public sealed interface Dataset {}

    /**
     * Made-up prompts.
     *
     * @param prefixTokens the same in all of them, before the others
     */
    public record RandomLengths(int inputTokens, int outputTokens, Ratios ratios, int prefixTokens)
            implements Dataset {}

    /** How far lengths lie around their mean, [0, 1). */
    public record Ratios(double input, double output) {}

    /** Made-up prompts with one of a few prefixes. */
    public record PrefixRepetition(int prefixes, int prefixTokens, int suffixTokens, int outputTokens)
            implements Dataset {}

    /** ShareGPT's JSON; {@code outputTokens} instead of the reference answer's. */
    public record ShareGpt(Path file, OptionalInt outputTokens) implements Dataset {}

    /** JSON lines with {@code prompt}; {@code outputTokens} empty: each line says. */
    public record Custom(Path file, OptionalInt outputTokens) implements Dataset {}

    /**
     * How answers are asked for.
     *
     * @param ignoreEos also where the dataset does not force it
     * @param tokenizer a local {@code tokenizer.json}
     * @param body further keys of the body
     */
    public record Sampling(
            boolean ignoreEos, Optional<Double> temperature, Optional<Path> tokenizer, ObjectNode body) {}

    /**
     * What the run belongs to, which vLLM does not know.
     *
     * @param objectives as in plans
     */
    public record Belonging(
            String experiment,
            String phase,
            String team,
            List<String> objectives,
            Map<String, String> labels,
            boolean calibrate) {
        public Belonging {
            objectives = List.copyOf(objectives);
            labels = Map.copyOf(labels);
        }
    }

    /** Number of the step that is the benchmark: after the warm-up, if there is one. */
    public int measuredStep() {
        return traffic.warmUps() > 0 ? 1 : 0;
    }
}
