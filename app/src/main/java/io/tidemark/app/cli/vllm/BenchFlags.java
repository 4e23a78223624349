package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.load.RampUp;
import io.tidemark.producer.plan.secret.SecretNames;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the flags of {@code vllm bench serve} ask for, checked one by one.
 *
 * @param plan that does what all of them say: JSON is YAML too
 */
record BenchFlags(Server server, Traffic traffic, ObjectNode plan) {
    /**
     * The server.
     *
     * @param url without {@code /v1}
     * @param requestPath path and query of requests after the URL; empty: the backend's usual ones
     */
    record Server(
            Backend backend,
            URI url,
            Optional<String> requestPath,
            Headers headers,
            boolean insecure,
            Optional<String> apiKeyVariable) {}

    /** Which API is spoken. The names are vLLM's. */
    enum Backend {
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
        String word() {
            return word;
        }

        /** As in plans. */
        String api() {
            return api;
        }
    }

    /**
     * The headers of {@code --header}. Those whose name is a secret's go into the plan as the name of a variable, for the plan is kept with the run
     * and published.
     *
     * @param planned as the plan has them: values, or names of variables
     * @param secrets values by variable
     */
    record Headers(ObjectNode planned, Map<String, String> secrets) {
        private static final String PREFIX = "TIDEMARK_BENCH_HEADER_";

        /** As given on the command line. */
        static Headers of(Map<String, String> given) {
            ObjectNode planned = JsonNodeFactory.instance.objectNode();
            Map<String, String> secrets = new LinkedHashMap<>();
            given.forEach((name, value) -> {
                if (SecretNames.isHeader(name)) {
                    String variable = PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
                    planned.putObject(name).put("env", variable);
                    secrets.put(variable, value);
                } else {
                    planned.put(name, value);
                }
            });
            return new Headers(planned, Map.copyOf(secrets));
        }
    }

    /**
     * How requests come.
     *
     * @param perSecond infinite: all at once
     * @param warmUps requests before, which are not counted
     */
    record Traffic(
            int prompts,
            double perSecond,
            double burstiness,
            OptionalInt maxConcurrency,
            Optional<RampUp> rampUp,
            int warmUps) {
        /**
         * Whether all requests are due at one moment: a burst is late by its own nature, so its schedule lag has a wider limit.
         */
        boolean isBurst() {
            return Double.isInfinite(perSecond) && rampUp.isEmpty();
        }

        /** Adds the plan's steps. */
        void addTo(ArrayNode steps) {
            if (warmUps > 0) {
                cap(steps.addObject()
                        .put("rate", "inf")
                        .put("requests", warmUps)
                        .put("arrivals", "poisson"));
            }
            ObjectNode step = steps.addObject().put("requests", prompts);
            if (rampUp.isEmpty()) {
                step.put("rate", number(perSecond));
            }
            ObjectNode arrivals = step.putObject("arrivals").put("kind", "vllm").put("burstiness", number(burstiness));
            rampUp.ifPresent(
                    rising -> arrivals.put("ramp_up", rising.strategy().name().toLowerCase(Locale.ROOT))
                            .put("from", rising.fromPerSecond())
                            .put("to", rising.toPerSecond()));
            cap(step);
        }

        private void cap(ObjectNode step) {
            maxConcurrency.ifPresent(most -> step.put("max_concurrency", most));
        }

        private static String number(double value) {
            return Double.isInfinite(value) ? "inf" : String.valueOf(value);
        }
    }

    /** Number of the step that is the benchmark: after the warm-up, if there is one. */
    int measuredStep() {
        return traffic.warmUps() > 0 ? 1 : 0;
    }
}
