package io.tidemark.simulator.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Labels of a series. Written sorted by name, as prometheus_client writes them. Immutable. */
record SampleLabels(Map<String, String> values) {
    static final SampleLabels NONE = new SampleLabels(Map.of());

    SampleLabels {
        values = Map.copyOf(values);
    }

    static SampleLabels of(String name, String value) {
        return NONE.with(name, value);
    }

    SampleLabels with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new SampleLabels(more);
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
