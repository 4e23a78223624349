package io.tidemark.app.tune;

import io.tidemark.servers.ServerStartFacts;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of a server start as the journal keeps it: texts by name, secrets masked. */
final class ServerFactTexts {
    /** What a command that ran after the load gave; its name follows. */
    static final String AFTER = "after.";

    /** Version of the server. */
    static final String VERSION = "version";

    private ServerFactTexts() {}

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
