package io.tidemark.importers.result;

import java.util.Map;

/**
 * A tool that measured.
 *
 * @param version empty where it is not known
 * @param definitions how it defines a metric where that is not ours, by the metric's id
 */
public record BenchmarkTool(ImportFormat format, String name, String version, Map<String, String> definitions) {
    public BenchmarkTool {
        definitions = Map.copyOf(definitions);
    }
}
