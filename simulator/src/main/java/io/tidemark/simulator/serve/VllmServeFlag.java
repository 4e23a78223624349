package io.tidemark.simulator.serve;

import java.util.Locale;

/**
 * A flag of {@code vllm serve}.
 *
 * @param name without dashes, in kebab-case
 * @param shortName without its dash; empty if it has none
 * @param modelled whether it changes the simulated server
 */
public record VllmServeFlag(String name, Kind kind, String shortName, boolean modelled) {
    /** What its value is. */
    public enum Kind {
        INT,
        FLOAT,
        TEXT,
        JSON,
        /** One or more words. */
        LIST,
        /** No value; {@code --no-NAME} for off. */
        SWITCH
    }

    /** As {@code --help} lists it. */
    String usage() {
        String dashed = "--" + name;
        if (kind == Kind.SWITCH) {
            return dashed + ", --no-" + name;
        }
        String value = name.toUpperCase(Locale.ROOT).replace('-', '_');
        return dashed + (shortName.isEmpty() ? "" : ", -" + shortName) + " " + value
                + (kind == Kind.LIST ? " [" + value + " ...]" : "");
    }
}
