package io.tidemark.reports.tune.document;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Flags as vLLM's command line takes them: {@code --max-num-seqs=128}, {@code --enforce-eager}, {@code --no-enable-prefix-caching}. */
final class ServerArguments {
    private ServerArguments() {}

    /** In order of their names. Of dotted names {@code true} and {@code false} are values. */
    static List<String> of(Map<String, String> flags) {
        return new TreeMap<>(flags)
                .entrySet().stream()
                        .map(flag -> argument(flag.getKey(), flag.getValue()))
                        .toList();
    }

    private static String argument(String name, String value) {
        boolean isDotted = name.contains(".");
        if (value.equals("true") && !isDotted) {
            return "--" + name;
        }
        return value.equals("false") && !isDotted ? "--no-" + name : "--" + name + "=" + value;
    }
}
