package io.tidemark.reports.tune;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.tune.TrialOutcome;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Facts of a start by the names that the journal keeps them under, and the values among them. */
public final class TrialFacts {
    /** The load that a start was measured under, where phases have loads of their own. */
    public static final String LOAD = "load";

    /** Version of the server. */
    public static final String VERSION = "version";

    /** Size of the server's KV cache. */
    public static final String KV_CAPACITY_TOKENS = "kv_capacity_tokens";

    /** What a command that ran after the load gave; its name follows. */
    public static final String AFTER = "after.";

    /** What the held-out workload gave; an end of its value follows, or another name. */
    public static final String HELD_OUT = "held_out.";

    /** Where the search's model expects the value, also where no probe has confirmed it; an end follows. */
    public static final String EXPECTED = "expected.";

    private static final String LOW = "low";
    private static final String HIGH = "high";

    private TrialFacts() {}

    /** Keeps the ends that are known behind the prefix. */
    public static void put(Map<String, String> facts, String prefix, OptionalDouble low, OptionalDouble high) {
        low.ifPresent(number -> facts.put(prefix + LOW, String.valueOf(number)));
        high.ifPresent(number -> facts.put(prefix + HIGH, String.valueOf(number)));
    }

    /** The ends that are known behind the prefix. */
    public static LoadInterval interval(Map<String, String> facts, String prefix) {
        return new LoadInterval(number(facts, prefix + LOW), number(facts, prefix + HIGH), true);
    }

    /** What a search that found so much gave, as its tuner takes it; empty where nothing is known. */
    public static Optional<TrialOutcome> outcome(LoadInterval found, Map<String, String> facts) {
        return outcome(found, interval(facts, EXPECTED));
    }

    /** The same of the held-out workload. */
    public static Optional<TrialOutcome> heldOut(Map<String, String> facts) {
        return outcome(interval(facts, HELD_OUT), interval(facts, HELD_OUT + EXPECTED));
    }

    private static Optional<TrialOutcome> outcome(LoadInterval found, LoadInterval expected) {
        return TrialOutcome.isKnown(found, expected) ? Optional.of(TrialOutcome.of(found, expected)) : Optional.empty();
    }

    private static OptionalDouble number(Map<String, String> facts, String name) {
        String text = facts.getOrDefault(name, "");
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
