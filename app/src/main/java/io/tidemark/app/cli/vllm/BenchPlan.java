package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.load.RampUp;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The plan that does what the flags say: read by the same reader as any plan, so that its run is like any run. vLLM gives a
 * request six hours and waits for every one; so does this plan.
 */
public final class BenchPlan {
    private static final String PATIENCE = "6h";
    private static final String CONNECT_PATIENCE = "2m";

    /** So many requests cannot be sent at one moment; a burst of them is late by its own nature. */
    private static final String BURST_LAG = "2s";

    private final BenchFlags flags;
    private final ObjectNode plan = JsonNodeFactory.instance.objectNode();

    private BenchPlan(BenchFlags flags) {
        this.flags = flags;
    }

    /** The plan as YAML: JSON is YAML too. */
    public static String text(BenchFlags flags) {
        return new BenchPlan(flags).write().toPrettyString();
    }

    /**
     * The plan, read.
     *
     * @param overrides as with {@code --set}
     * @throws io.tidemark.producer.yaml.InvalidYamlException listing what is wrong with it
     */
    public static Plan of(BenchFlags flags, List<String> overrides) {
        PlanLoader.Source source =
                new PlanLoader.Source("tidemark bench", Path.of("").toAbsolutePath());
        return PlanLoader.parse(text(flags), source, new PlanFileOptions(Optional.empty(), overrides))
                .get(0);
    }

    private ObjectNode write() {
        BenchFlags.Belonging belonging = flags.belonging();
        plan.put("experiment", belonging.experiment())
                .put("team", belonging.team())
                .put("seed", flags.seed())
                .put("api", flags.server().backend().api())
                .put("first_request", false)
                .put("keep_going", true)
                .put("calibrate", belonging.calibrate());
        plan.putArray("phases").addObject().put("name", belonging.phase());
        flags.server()
                .apiKeyVariable()
                .ifPresent(name -> plan.putObject("api_key").put("env", name));
        ObjectNode labels = plan.putObject("labels");
        belonging.labels().forEach(labels::put);
        workload(plan.putObject("workload"));
        steps(plan.putArray("steps"));
        request(plan.putObject("request"));
        // Connections are open before the first request is due: vLLM's client opens them within the TTFT, which no
        // server can do anything about.
        plan.putObject("connection").put("insecure", flags.server().insecure());
        if (!belonging.objectives().isEmpty()) {
            ArrayNode objectives = plan.putObject("slo").putArray("objectives");
            belonging.objectives().forEach(objectives::add);
        }
        patience();
        return plan;
    }

    private void workload(ObjectNode workload) {
        workload.put("reset_prefix_cache", "never");
        flags.sampling()
                .tokenizer()
                .ifPresent(file -> workload.putObject("tokenizer").put("file", file.toString()));
        BenchFlags.Dataset dataset = flags.dataset();
        if (dataset instanceof BenchFlags.RandomLengths random) {
            random(workload, random);
        } else if (dataset instanceof BenchFlags.PrefixRepetition repetition) {
            repetition(workload, repetition);
        } else if (dataset instanceof BenchFlags.ShareGpt shareGpt) {
            prompts(workload, shareGpt.file(), "sharegpt").put("vllm_filter", true);
            outputTokens(workload, shareGpt.outputTokens());
        } else if (dataset instanceof BenchFlags.Custom custom) {
            prompts(workload, custom.file(), "jsonl");
            outputTokens(workload, custom.outputTokens());
        }
    }

    /** Random lengths are asked for exactly; vLLM too ignores the end of the sequence there, and only there. */
    private static void random(ObjectNode workload, BenchFlags.RandomLengths random) {
        workload.put("exact_output", true);
        workload.set(
                "prompt_tokens", around(random.inputTokens(), random.ratios().input()));
        workload.set(
                "output_tokens", around(random.outputTokens(), random.ratios().output()));
        if (random.prefixTokens() == 0) {
            workload.put("kind", "synthetic");
            return;
        }
        workload.put("kind", "shared-prefix")
                .put("prefixes", 1)
                .put("prefix_tokens", random.prefixTokens())
                .put("reuse_requests", 1);
    }

    private static ObjectNode around(int mean, double ratio) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("mean", mean)
                .put("range_ratio", ratio)
                .put("meaning", "around");
    }

    private void repetition(ObjectNode workload, BenchFlags.PrefixRepetition repetition) {
        workload.put("kind", "shared-prefix")
                .put("exact_output", flags.sampling().ignoreEos())
                .put("prefixes", repetition.prefixes())
                .put("prefix_tokens", repetition.prefixTokens())
                .put("prompt_tokens", repetition.suffixTokens())
                .put("output_tokens", repetition.outputTokens())
                .put("reuse_requests", 1);
    }

    private ObjectNode prompts(ObjectNode workload, Path file, String format) {
        return workload.put("kind", "prompts")
                .put("format", format)
                .put("file", file.toAbsolutePath().toString())
                .put("exact_output", flags.sampling().ignoreEos());
    }

    private static void outputTokens(ObjectNode workload, OptionalInt tokens) {
        tokens.ifPresent(most -> workload.put("output_tokens", most));
    }

    private void steps(ArrayNode steps) {
        BenchFlags.Traffic traffic = flags.traffic();
        if (traffic.warmUps() > 0) {
            ObjectNode warmUp = steps.addObject().put("rate", "inf").put("requests", traffic.warmUps());
            warmUp.put("arrivals", "poisson");
            cap(warmUp);
        }
        ObjectNode step = steps.addObject().put("requests", traffic.prompts());
        if (traffic.rampUp().isEmpty()) {
            step.put("rate", rate(traffic.perSecond()));
        }
        arrivals(step);
        cap(step);
    }

    private static String rate(double perSecond) {
        return Double.isInfinite(perSecond) ? "inf" : String.valueOf(perSecond);
    }

    private void arrivals(ObjectNode step) {
        BenchFlags.Traffic traffic = flags.traffic();
        ObjectNode arrivals = step.putObject("arrivals").put("kind", "vllm");
        arrivals.put("burstiness", rate(traffic.burstiness()));
        traffic.rampUp().ifPresent(rampUp -> rampUp(arrivals, rampUp));
    }

    private static void rampUp(ObjectNode arrivals, RampUp rampUp) {
        arrivals.put("ramp_up", rampUp.strategy().name().toLowerCase(Locale.ROOT))
                .put("from", rampUp.fromPerSecond())
                .put("to", rampUp.toPerSecond());
    }

    private void cap(ObjectNode step) {
        flags.traffic().maxConcurrency().ifPresent(most -> step.put("max_concurrency", most));
    }

    private void request(ObjectNode request) {
        BenchFlags.Sampling sampling = flags.sampling();
        sampling.temperature().ifPresent(value -> request.put("temperature", value));
        request.putArray("exact_output_by").add("ignore_eos");
        if (!sampling.body().isEmpty()) {
            request.set("extra_body", sampling.body());
        }
        BenchHeaders given = flags.server().headers();
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        given.plain().forEach(headers::put);
        given.variables().forEach((name, variable) -> headers.putObject(name).put("env", variable));
        if (!headers.isEmpty()) {
            request.set("headers", headers);
        }
    }

    private void patience() {
        plan.putObject("timeouts")
                .put("connect", CONNECT_PATIENCE)
                .put("first_token", PATIENCE)
                .put("between_tokens", PATIENCE)
                .put("total", PATIENCE);
        ObjectNode limits = plan.putObject("limits")
                .put("drain", PATIENCE)
                .put("in_flight", flags.traffic().prompts() + flags.traffic().warmUps());
        if (Double.isInfinite(flags.traffic().perSecond())
                && flags.traffic().rampUp().isEmpty()) {
            limits.put("schedule_lag_p99", BURST_LAG);
        }
    }
}
