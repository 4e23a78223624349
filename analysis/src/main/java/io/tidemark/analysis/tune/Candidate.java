package io.tidemark.analysis.tune;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One configuration of the server.
 *
 * @param name as tables print it; unique in the space
 * @param flags value by flag; {@link #LEFT_OUT} is the server's own default. A flag that another one rules out has no entry.
 */
public record Candidate(String name, Map<String, String> flags) {
    /** The value of a flag that is left out of the command. */
    public static final String LEFT_OUT = "default";

    public Candidate {
        flags = Collections.unmodifiableMap(new TreeMap<>(flags));
        if (name.isBlank()) {
            throw new IllegalArgumentException("a configuration's name must not be blank (flags " + flags + ")");
        }
    }

    /** Whether every flag is left out. */
    public boolean isDefault() {
        return flags.values().stream().allMatch(LEFT_OUT::equals);
    }
}
