package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.ScalarKind;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.producer.yaml.YamlProblems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of {@code vllm bench serve} put in the place of a plan's: the plan stands for the command, its one step and its workload for
 * the load. A parameter that a plan has no counterpart for is a problem that says what can be done.
 */
final class BenchParameters {
    private static final String RATE = "request-rate";
    private static final String CONCURRENCY = "max-concurrency";
    private static final String REQUESTS = "num-prompts";
    private static final String BURSTINESS = "burstiness";
    private static final String RATIO = "random-range-ratio";
    private static final String IGNORE_EOS = "ignore-eos";
    private static final String FILE = "dataset-path";
    private static final List<String> PROMPT_TOKENS = List.of("random-input-len", "input-len");
    private static final List<String> OUTPUT_TOKENS =
            List.of("random-output-len", "output-len", "sharegpt-output-len", "custom-output-len");
    private static final String PREFIX_TOKENS = "random-prefix-len";
    private static final List<String> LOADS = List.of("rate", "rates", "concurrency", "concurrencies");

    /** What can be done for parameters that people have in such files. */
    private static final Map<String, String> HINTS = Map.of(
            "goodput", "the plan's slo.objectives say it for all phases",
            "temperature", "request.temperature is one for the whole plan: make a plan for each value",
            "top-p", "request.extra_body is one for the whole plan: make a plan for each value",
            "top-k", "request.extra_body is one for the whole plan: make a plan for each value",
            "seed", "the plan's seed is one for all phases, so that they are asked the same",
            "dataset-name", "workload.kind of the plan says it: make a plan for each kind, e.g. as scenarios",
            "num-warmups", "warm_up of the plan's step says it for all phases",
            "backend", "api and targets of the plan say it",
            "model", "targets of the plan say it",
            "percentile-metrics", "all percentiles are measured");

    private final Mapping plan;
    private final YamlProblems problems;

    /** @param plan the tree of the whole plan */
    BenchParameters(Mapping plan, YamlProblems problems) {
        this.plan = plan;
        this.problems = problems;
    }

    /**
     * The plan with them; a problem for each that cannot be.
     *
     * @param given by canonical name
     */
    Mapping applied(Map<String, Entry> given, String path) {
        refuseUnknown(given, path);
        Mapping changed = plan;
        if (given.keySet().stream().anyMatch(Set.of(RATE, CONCURRENCY, REQUESTS, BURSTINESS)::contains)) {
            changed = withStep(changed, given, path);
        }
        Mapping workload = workload(changed);
        workload = withLength(workload, "prompt_tokens", given, PROMPT_TOKENS);
        workload = withLength(workload, "output_tokens", given, OUTPUT_TOKENS);
        workload = with(workload, "prefix_tokens", given.get(PREFIX_TOKENS));
        workload = with(workload, "exact_output", given.get(IGNORE_EOS));
        workload = with(workload, "file", given.get(FILE));
        return workload.entries().equals(workload(changed).entries())
                ? changed
                : with(changed, "workload", new Entry(workload.origin(), workload));
    }

    private void refuseUnknown(Map<String, Entry> given, String path) {
        given.forEach((name, entry) -> {
            if (!isKnown(name)) {
                problems.add(
                        entry.origin(),
                        path + "." + name,
                        "has no counterpart in a plan: "
                                + HINTS.getOrDefault(
                                        name,
                                        "take it out, or make a plan for each of its values; known here are "
                                                + "request_rate, max_concurrency, num_prompts, burstiness, random_input_len,"
                                                + " random_output_len, random_range_ratio, random_prefix_len, ignore_eos and"
                                                + " dataset_path"));
            }
        });
    }

    private static boolean isKnown(String name) {
        return Set.of(RATE, CONCURRENCY, REQUESTS, BURSTINESS, RATIO, IGNORE_EOS, FILE, PREFIX_TOKENS)
                        .contains(name)
                || PROMPT_TOKENS.contains(name)
                || OUTPUT_TOKENS.contains(name);
    }

    private Mapping withStep(Mapping whole, Map<String, Entry> given, String path) {
        Entry steps = whole.entries().get("steps");
        if (steps == null
                || !(steps.value() instanceof Sequence list)
                || list.items().size() != 1
                || !(list.items().get(0) instanceof Mapping step)
                || step.entries().containsKey("rates")
                || step.entries().containsKey("concurrencies")) {
            problems.add(
                    given.values().iterator().next().origin(),
                    path,
                    "needs a plan with exactly one step of one load, which it changes; give the plan one step, or say its loads there"
                            + " and none here");
            return whole;
        }
        Mapping changed = withLoad(step, given);
        Entry requests = given.get(REQUESTS);
        if (requests != null) {
            changed = with(without(changed, List.of("duration")), "requests", requests);
        }
        Entry burstiness = given.get(BURSTINESS);
        if (burstiness != null) {
            Mapping arrivals = with(
                    with(empty(burstiness.origin()), "kind", text(burstiness.origin(), "gamma")),
                    "burstiness",
                    burstiness);
            changed = with(changed, "arrivals", new Entry(burstiness.origin(), arrivals));
        }
        return with(whole, "steps", new Entry(steps.origin(), new Sequence(list.origin(), List.of(changed))));
    }

    /** As the command does: a rate with a limit, or without a rate (or with an infinite one) as many at once as the limit says. */
    private static Mapping withLoad(Mapping step, Map<String, Entry> given) {
        Optional<Entry> rate = Optional.ofNullable(given.get(RATE))
                .or(() -> Optional.ofNullable(step.entries().get("rate")));
        Optional<Entry> limit = Optional.ofNullable(given.get(CONCURRENCY));
        if (rate.isEmpty() && limit.isEmpty()) {
            return step;
        }
        boolean closed = limit.isPresent()
                && rate.filter(entry -> !isInfinite(entry.value())).isEmpty();
        Mapping bare = without(step, LOADS);
        if (closed) {
            return with(without(bare, List.of("max_concurrency", "arrivals")), "concurrency", limit.get());
        }
        Mapping paced = with(bare, "rate", rate.orElse(null));
        return with(paced, "max_concurrency", limit.orElse(null));
    }

    private static boolean isInfinite(YamlNode value) {
        return value instanceof Scalar scalar
                && scalar.text().toLowerCase(Locale.ROOT).startsWith("inf");
    }

    private static Mapping withLength(Mapping workload, String key, Map<String, Entry> given, List<String> names) {
        Optional<Entry> length =
                names.stream().filter(given::containsKey).map(given::get).findFirst();
        Entry ratio = given.get(RATIO);
        if (ratio == null) {
            return length.map(entry -> with(workload, key, entry)).orElse(workload);
        }
        Entry mean = length.orElseGet(() -> workload.entries().get(key));
        if (mean == null || !(mean.value() instanceof Scalar)) {
            return workload;
        }
        Mapping range = with(with(empty(ratio.origin()), "mean", mean), "range_ratio", ratio);
        return with(workload, key, new Entry(ratio.origin(), range));
    }

    private static Mapping workload(Mapping whole) {
        return whole.section("workload").orElseGet(() -> empty(whole.origin()));
    }

    private static Mapping with(Mapping mapping, String key, @Nullable Entry entry) {
        if (entry == null) {
            return mapping;
        }
        Map<String, Entry> entries = new LinkedHashMap<>(mapping.entries());
        entries.put(key, entry);
        return new Mapping(mapping.origin(), entries);
    }

    private static Mapping without(Mapping mapping, List<String> keys) {
        Map<String, Entry> entries = new LinkedHashMap<>(mapping.entries());
        entries.keySet().removeAll(keys);
        return new Mapping(mapping.origin(), entries);
    }

    private static Mapping empty(SourceLocation origin) {
        return new Mapping(origin, Map.of());
    }

    private static Entry text(SourceLocation origin, String text) {
        return new Entry(origin, new Scalar(origin, text, ScalarKind.TEXT));
    }
}
