package io.tidemark.alerts.rule;

import java.util.Map;

/**
 * The phase of an experiment that began last.
 *
 * @param configuration the server flags that it declares
 * @param previous the configuration of the phase before it; equal to its own for the first phase
 * @param previousPhase name of that phase; empty for the first
 */
record PhaseFact(String phase, Map<String, String> configuration, Map<String, String> previous, String previousPhase) {
    static String key(String experiment) {
        return "phase/" + experiment;
    }

    /** What differs from the phase before; empty for the first phase. */
    String change() {
        return previousPhase.isEmpty()
                ? ""
                : "since phase " + previousPhase + ": " + Words.difference(previous, configuration);
    }
}
