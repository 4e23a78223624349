package io.tidemark.producer.plan.read;

import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlPath;
import io.tidemark.producer.yaml.YamlProblems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of several plans: {@code scenarios} by name, over {@code defaults}, over what else the file has. In both, the keys of
 * vllm-bench's {@code scenarios.yaml} stand for keys of a plan, so that such a file is read as it is.
 */
final class ScenarioPlanFile {
    private static final String DEFAULTS = "defaults";
    private static final String SCENARIOS = "scenarios";

    /** A key of vllm-bench's and the place of a plan that it stands for. */
    private static final List<Alias> ALIASES = List.of(
            new Alias("base_url", "targets[0].url"),
            new Alias("model", "targets[0].model"),
            new Alias("temperature", "request.temperature"),
            new Alias("stream", "request.stream"),
            new Alias("description", "labels.description"),
            new Alias("prefill_tokens", "workload.prompt_tokens"),
            new Alias("max_new_tokens", "workload.output_tokens"),
            new Alias("concurrencies", "steps[0].concurrencies"),
            new Alias("num_requests", "steps[0].requests"));

    private record Alias(String key, String path) {}

    private final Mapping root;
    private final YamlProblems problems;

    private ScenarioPlanFile(Mapping root, YamlProblems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** Empty for a file that is one plan. */
    static Optional<ScenarioPlanFile> of(Mapping root, YamlProblems problems) {
        return root.entries().containsKey(SCENARIOS)
                ? Optional.of(new ScenarioPlanFile(root, problems))
                : Optional.empty();
    }

    /** In the order of the file. */
    List<String> names() {
        return List.copyOf(mapping(root, SCENARIOS).entries().keySet());
    }

    /** The keys of vllm-bench's that a scenario may have. */
    static List<String> aliases() {
        return ALIASES.stream().map(Alias::key).toList();
    }

    /** One scenario as a plan of its own. */
    Mapping plan(String name) {
        Mapping scenarios = mapping(root, SCENARIOS);
        Entry chosen = scenarios.entries().get(name);
        if (chosen == null) {
            problems.add(
                    scenarios.origin(), SCENARIOS, "has no \"" + name + "\"; it has " + String.join(", ", names()));
            return root;
        }
        Mapping shared = without(root);
        Mapping merged = merge(merge(shared, mapping(root, DEFAULTS)), mapping(scenarios, name));
        return named(translated(merged), name, chosen.origin());
    }

    private Mapping translated(Mapping scenario) {
        Mapping plan = scenario;
        for (Alias alias : ALIASES) {
            Entry entry = plan.entries().get(alias.key());
            if (entry != null) {
                Map<String, Entry> rest = new LinkedHashMap<>(plan.entries());
                rest.remove(alias.key());
                plan = set(new Mapping(plan.origin(), rest), alias.path(), withoutVersion(alias, entry.value()));
            }
        }
        return withKind(scenario, plan);
    }

    /** A target is named without the version of its API. */
    private static YamlNode withoutVersion(Alias alias, YamlNode value) {
        return alias.key().equals("base_url") && value instanceof Scalar url
                ? new Scalar(url.origin(), url.text().replaceFirst("/v1/?$", ""), url.kind())
                : value;
    }

    /** Its prompts are made up; {@code max_new_tokens} is a limit, so that a server may stop before it. */
    private Mapping withKind(Mapping scenario, Mapping plan) {
        Mapping workload = mapping(plan, "workload");
        Mapping changed = plan;
        if (scenario.entries().containsKey("prefill_tokens")
                && !workload.entries().containsKey("kind")) {
            changed = set(changed, "workload.kind", new Scalar(workload.origin(), "synthetic"));
        }
        if (scenario.entries().containsKey("max_new_tokens")
                && !workload.entries().containsKey("exact_output")) {
            changed = set(changed, "workload.exact_output", new Scalar(workload.origin(), "false"));
        }
        return changed;
    }

    private Mapping named(Mapping plan, String name, SourceLocation origin) {
        Mapping labelled = set(plan, "labels.scenario", new Scalar(origin, name));
        return plan.entries().containsKey("experiment")
                ? labelled
                : set(labelled, "experiment", new Scalar(origin, name));
    }

    private Mapping set(Mapping plan, String path, YamlNode value) {
        try {
            return YamlPath.parse(path).setValue(plan, value);
        } catch (InvalidValueException e) {
            problems.add(value.origin(), path, String.valueOf(e.getMessage()));
            return plan;
        }
    }

    private static Mapping without(Mapping root) {
        Map<String, Entry> entries = new LinkedHashMap<>(root.entries());
        entries.remove(DEFAULTS);
        entries.remove(SCENARIOS);
        return new Mapping(root.origin(), entries);
    }

    private Mapping mapping(Mapping holder, String key) {
        Entry entry = holder.entries().get(key);
        if (entry == null || entry.value() instanceof Empty) {
            return new Mapping(entry == null ? holder.origin() : entry.origin(), Map.of());
        }
        if (entry.value() instanceof Mapping mapping) {
            return mapping;
        }
        problems.add(entry.origin(), key, "must be a mapping");
        return new Mapping(entry.origin(), Map.of());
    }

    /** Mappings are laid over each other key by key; anything else is replaced. */
    private static Mapping merge(Mapping below, Mapping above) {
        Map<String, Entry> entries = new LinkedHashMap<>(below.entries());
        above.entries().forEach((key, entry) -> {
            Entry before = entries.get(key);
            entries.put(key, before == null ? entry : merge(before, entry));
        });
        return new Mapping(above.origin(), entries);
    }

    private static Entry merge(Entry below, Entry above) {
        return below.value() instanceof Mapping before && above.value() instanceof Mapping after
                ? new Entry(above.origin(), merge(before, after))
                : above;
    }
}
