package io.tidemark.simulator.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The labels that every vLLM series carries: {@code engine} and {@code model_name}. */
record Labels(String engine, String modelName) {
    String plain() {
        return text(Map.of("engine", engine, "model_name", modelName));
    }

    String with(String name, String value) {
        return text(Map.of("engine", engine, "model_name", modelName, name, value));
    }

    static String text(Map<String, String> labels) {
        return new TreeMap<>(labels)
                .entrySet().stream()
                        .map(it -> it.getKey() + "=\"" + escape(it.getValue()) + "\"")
                        .collect(Collectors.joining(",", "{", "}"));
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
    }
}
