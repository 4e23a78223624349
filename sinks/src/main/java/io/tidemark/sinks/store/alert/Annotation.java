package io.tidemark.sinks.store.alert;

/** Names of what an alert says to a person. Values are plain text with units. */
public final class Annotation {
    /** One sentence: what is wrong, where, and by how much. */
    public static final String SUMMARY = "summary";
    /** The objective in words, as {@code p95 of TTFT from due under 250 ms, over 1 min}. */
    public static final String OBJECTIVE = "objective";
    /** The value with its interval and how many requests it rests on. */
    public static final String VALUE = "value";
    /** Since when, ISO-8601 in UTC. */
    public static final String SINCE = "since";
    /** Signals of the server and the client that changed together with it. */
    public static final String CORRELATED_SIGNALS = "correlated_signals";
    /** Flags and versions that differ from the phase before. */
    public static final String CONFIGURATION = "configuration_change";
    /** Class, target and replica that it concerns. */
    public static final String AFFECTED = "affected";
    /** What it rests on: FINAL or PROVISIONAL figures, how many runs confirm it. */
    public static final String CERTAINTY = "certainty";
    /** How a run ended: pass, fail, inconclusive, invalid or aborted. */
    public static final String VERDICT = "verdict";
    /** Link to the report or console. */
    public static final String REPORT_URL = "report_url";
    /** Link to the runbook of this kind of alert. */
    public static final String RUNBOOK_URL = "runbook_url";

    private Annotation() {}
}
