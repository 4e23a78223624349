package io.tidemark.app.tune;

import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.events.TrialState;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.servers.ServerStartFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is known of a server start as the journal keeps it: texts by name, secrets masked. */
final class ServerFactTexts {
    /** What a command that ran after the load gave; its name follows. */
    static final String AFTER = "after.";

    /** Version of the server. */
    static final String VERSION = "version";

    /** Lower end of the value on the held-out workload. */
    static final String HELD_OUT_LOW = "held_out.low";

    /** Upper end of the value on the held-out workload. */
    static final String HELD_OUT_HIGH = "held_out.high";

    /** Ends of where the search's model expects the value, also where no probe has confirmed them; the same of the held-out workload. */
    static final String EXPECTED_LOW = "expected.low";

    static final String EXPECTED_HIGH = "expected.high";
    static final String HELD_OUT_EXPECTED_LOW = "held_out.expected.low";
    static final String HELD_OUT_EXPECTED_HIGH = "held_out.expected.high";

    private static final String HELD_OUT_RUNS = "held_out.runs";
    private static final String HELD_OUT_WORDS = "held_out.words";

    private ServerFactTexts() {}

    /** The load that a phase has of its own; empty for that of the plan. */
    static Map<String, String> ofLoad(PhasePlan phase) {
        return phase.load()
                .map(load -> Map.of(
                        TuneStart.LOAD,
                        new TreeMap<>(load.parameters())
                                .entrySet().stream()
                                        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                                        .collect(Collectors.joining(", "))))
                .orElse(Map.of());
    }

    /** What the held-out workload gave. */
    private static Map<String, String> ofHeldOut(Measurement.Result heldOut) {
        Map<String, String> texts = new LinkedHashMap<>();
        put(texts, HELD_OUT_LOW, heldOut.value().low());
        put(texts, HELD_OUT_HIGH, heldOut.value().high());
        put(texts, HELD_OUT_EXPECTED_LOW, heldOut.expected().low());
        put(texts, HELD_OUT_EXPECTED_HIGH, heldOut.expected().high());
        texts.put(HELD_OUT_RUNS, String.join(", ", heldOut.runs()));
        texts.put(HELD_OUT_WORDS, heldOut.words());
        return texts;
    }

    /** What a measurement gave beside its value. */
    static Map<String, String> of(Measurement.Result result) {
        Map<String, String> texts = new LinkedHashMap<>();
        put(texts, EXPECTED_LOW, result.expected().low());
        put(texts, EXPECTED_HIGH, result.expected().high());
        result.heldOut().map(ServerFactTexts::ofHeldOut).ifPresent(texts::putAll);
        return texts;
    }

    private static void put(Map<String, String> texts, String name, OptionalDouble value) {
        value.ifPresent(number -> texts.put(name, String.valueOf(number)));
    }

    /** A number among the facts of a start. */
    static OptionalDouble number(TrialState trial, String fact) {
        String text = trial.getFacts().get(fact);
        return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    static Map<String, String> of(ServerStartFacts facts) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("start", facts.launch().startId());
        texts.put("recipe", facts.launch().recipe());
        facts.observed().version().ifPresent(version -> texts.put(VERSION, version));
        if (!facts.observed().models().isEmpty()) {
            texts.put("models", String.join(", ", facts.observed().models()));
        }
        facts.observed()
                .kvCapacityTokens()
                .ifPresent(tokens -> texts.put("kv_capacity_tokens", String.valueOf(tokens)));
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
