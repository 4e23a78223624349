package io.tidemark.simulator.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Labels of a series. Written sorted by name, as prometheus_client writes them. Immutable. */
record Labels(Map<String, String> values) {
    static final Labels NONE = new Labels(Map.of());

    Labels {
        values = Map.copyOf(values);
    }

    static Labels of(String name, String value) {
        return NONE.with(name, value);
    }

    Labels with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new Labels(more);
    }

    String text() {
        if (values.isEmpty()) {
            return "";
        }
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(it -> it.getKey() + "=\"" + escape(it.getValue()) + "\"")
                        .collect(Collectors.joining(",", "{", "}"));
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
    }
}
