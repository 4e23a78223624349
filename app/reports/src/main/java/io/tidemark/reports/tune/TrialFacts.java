package io.tidemark.reports.tune;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.tune.TrialOutcome;
import java.util.HashMap;
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

    /** What the search's model expects, also where no probe has confirmed it; the value or its error follows. */
    public static final String ESTIMATE = "estimate.";

    private static final String LOW = "low";
    private static final String HIGH = "high";
    private static final String VALUE = "value";
    private static final String ERROR = "relative_error";

    private TrialFacts() {}

    /** Keeps the ends that are known behind the prefix. */
    public static void put(Map<String, String> facts, String prefix, OptionalDouble low, OptionalDouble high) {
        low.ifPresent(number -> facts.put(prefix + LOW, String.valueOf(number)));
        high.ifPresent(number -> facts.put(prefix + HIGH, String.valueOf(number)));
    }

    /** Keeps an estimate behind the prefix. */
    public static void put(Map<String, String> facts, String prefix, TrialOutcome.Measured estimate) {
        facts.put(prefix + VALUE, String.valueOf(estimate.value()));
        facts.put(prefix + ERROR, String.valueOf(estimate.relativeError()));
    }

    /** The ends that are known behind the prefix. */
    public static LoadInterval interval(Map<String, String> facts, String prefix) {
        return new LoadInterval(number(facts, prefix + LOW), number(facts, prefix + HIGH), true);
    }

    /** What a start that measured so much gave, as its tuner takes it; empty where nothing is known. */
    public static Optional<TrialOutcome> outcome(LoadInterval value, Map<String, String> facts) {
        return TrialOutcome.of(value, estimate(facts, ESTIMATE));
    }

    /** The same of the held-out workload. */
    public static Optional<TrialOutcome> heldOut(Map<String, String> facts) {
        return TrialOutcome.of(interval(facts, HELD_OUT), estimate(facts, HELD_OUT + ESTIMATE));
    }

    /** The facts of a start as its held-out workload saw it. */
    static Map<String, String> ofHeldOut(Map<String, String> facts) {
        Map<String, String> own = new HashMap<>(facts);
        own.keySet().removeIf(name -> name.startsWith(ESTIMATE));
        estimate(facts, HELD_OUT + ESTIMATE).ifPresent(estimate -> put(own, ESTIMATE, estimate));
        return own;
    }

    private static Optional<TrialOutcome.Measured> estimate(Map<String, String> facts, String prefix) {
        OptionalDouble value = number(facts, prefix + VALUE);
        OptionalDouble error = number(facts, prefix + ERROR);
        return value.isPresent() && error.isPresent()
                ? Optional.of(new TrialOutcome.Measured(value.getAsDouble(), error.getAsDouble()))
                : Optional.empty();
    }

    private static OptionalDouble number(Map<String, String> facts, String name) {
        String text = facts.getOrDefault(name, "");
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
