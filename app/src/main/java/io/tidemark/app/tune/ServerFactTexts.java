package io.tidemark.app.tune;

import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.reports.tune.TrialFacts;
import io.tidemark.servers.ServerStartFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is known of a server start as the journal keeps it: texts by name, secrets masked. */
final class ServerFactTexts {
    private ServerFactTexts() {}

    /** The load that a phase has of its own; empty for that of the plan. */
    static Map<String, String> ofLoad(PhasePlan phase) {
        return phase.load()
                .map(load -> Map.of(
                        TrialFacts.LOAD,
                        new TreeMap<>(load.parameters())
                                .entrySet().stream()
                                        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                                        .collect(Collectors.joining(", "))))
                .orElse(Map.of());
    }

    /** What a measurement gave beside its value. */
    static Map<String, String> of(Measurement.Result result) {
        Map<String, String> texts = new LinkedHashMap<>();
        result.estimate().ifPresent(estimate -> TrialFacts.put(texts, TrialFacts.ESTIMATE, estimate));
        result.heldOut().ifPresent(heldOut -> {
            TrialFacts.put(
                    texts,
                    TrialFacts.HELD_OUT,
                    heldOut.value().low(),
                    heldOut.value().high());
            heldOut.estimate()
                    .ifPresent(estimate -> TrialFacts.put(texts, TrialFacts.HELD_OUT + TrialFacts.ESTIMATE, estimate));
            texts.put(TrialFacts.HELD_OUT + "runs", String.join(", ", heldOut.runs()));
            texts.put(TrialFacts.HELD_OUT + "description", heldOut.description());
        });
        return texts;
    }

    static Map<String, String> of(ServerStartFacts facts) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("start", facts.launch().startId());
        texts.put("recipe", facts.launch().recipe());
        facts.observed().version().ifPresent(version -> texts.put(TrialFacts.VERSION, version));
        if (!facts.observed().models().isEmpty()) {
            texts.put("models", String.join(", ", facts.observed().models()));
        }
        facts.observed()
                .kvCapacityTokens()
                .ifPresent(tokens -> texts.put(TrialFacts.KV_CAPACITY_TOKENS, String.valueOf(tokens)));
        facts.observed().cacheBlocks().ifPresent(blocks -> texts.put("cache_blocks", String.valueOf(blocks)));
        facts.launch().environment().forEach((name, value) -> texts.put("env." + name, value));
        facts.launch().flags().forEach((name, value) -> texts.put("flag." + name, value));
        if (!facts.launch().defaultFlags().isEmpty()) {
            texts.put("default_flags", String.join(", ", facts.launch().defaultFlags()));
        }
        facts.end().ifPresent(end -> {
            texts.put("end", end.failure().name());
            end.exitStatus().ifPresent(status -> texts.put("exit_status", String.valueOf(status)));
        });
        return texts;
    }
}
