package io.tidemark.simulator.faults;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A fault to inject. As text: {@code KIND[=VALUE][,share=0..1][,from=SECONDS][,for=SECONDS][,every=SECONDS]},
 * e.g. {@code refuse=429,share=0.5,from=10,for=5,every=60}.
 *
 * @param kind what goes wrong
 * @param value see the kind; empty for kinds without one
 * @param share of the requests that it hits, 0..1; all by default
 * @param fromSeconds when it begins, after it was set; at once by default
 * @param forSeconds how long it lasts; by default until it is removed
 * @param everySeconds from one beginning to the next; 0 by default: it comes once
 */
public record Fault(
        FaultKind kind, String value, double share, double fromSeconds, double forSeconds, double everySeconds) {
    private static final Set<String> KEYS = Set.of("share", "from", "for", "every");
    private static final Set<FaultKind> NUMBERS = Set.of(
            FaultKind.CUT,
            FaultKind.REFUSE,
            FaultKind.ERROR,
            FaultKind.BREAK,
            FaultKind.HANG,
            FaultKind.SLOW_TOKENS,
            FaultKind.THROTTLE,
            FaultKind.WRONG_USAGE,
            FaultKind.SKEW,
            FaultKind.METRICS_SLOW,
            FaultKind.METRICS_BROKEN);
    private static final Set<FaultKind> STATUSES = Set.of(FaultKind.REFUSE, FaultKind.ERROR, FaultKind.METRICS_BROKEN);

    public Fault {
        require(share >= 0 && share <= 1, kind, "share must be in 0..1 but was " + share);
        require(fromSeconds >= 0, kind, "from must be seconds >= 0 but was " + fromSeconds);
        require(forSeconds > 0, kind, "for must be seconds > 0 but was " + forSeconds);
        requireEvery(kind, forSeconds, everySeconds);
        if (NUMBERS.contains(kind)) {
            requireNumber(kind, value);
        }
        if (kind == FaultKind.REGRESS) {
            ParameterOverride.parse(value);
        }
        if (kind == FaultKind.RESTART) {
            require(forSeconds < 3600, kind, "for must be seconds < 3600: it must come back");
        }
    }

    /** One that comes once. */
    public Fault(FaultKind kind, String value, double share, double fromSeconds, double forSeconds) {
        this(kind, value, share, fromSeconds, forSeconds, 0);
    }

    /** All requests, at once, until it is taken off; a restart takes a second. */
    public static Fault of(FaultKind kind) {
        return new Fault(kind, kind.defaultValue(), 1, 0, lasting(kind));
    }

    private static void requireEvery(FaultKind kind, double forSeconds, double everySeconds) {
        require(everySeconds >= 0, kind, "every must be seconds >= 0 but was " + everySeconds);
        if (everySeconds == 0) {
            return;
        }
        require(kind != FaultKind.RESTART, kind, "comes once: every is not known for it");
        require(
                forSeconds < everySeconds,
                kind,
                "every must be more seconds than for, " + forSeconds + ", but was " + everySeconds);
    }

    /** @throws IllegalArgumentException with the word that is not understood */
    public static Fault parse(String text) {
        String[] parts = text.split(",", -1);
        String[] head = parts[0].split("=", 2);
        FaultKind kind = kind(head[0].strip());
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", 2);
            String key = pair[0].strip();
            require(
                    pair.length == 2 && KEYS.contains(key),
                    kind,
                    "knows share, from, for and every, each =NUMBER, but not " + parts[i]);
            numbers.put(key, number(kind, key, pair[1].strip()));
        }
        String value = head.length == 2 ? head[1].strip() : kind.defaultValue();
        require(
                value.isEmpty() || !kind.defaultValue().isEmpty(),
                kind,
                "takes no value but was given \"" + value + "\"");
        return new Fault(
                kind,
                value,
                numbers.getOrDefault("share", 1.0),
                numbers.getOrDefault("from", 0.0),
                numbers.getOrDefault("for", lasting(kind)),
                numbers.getOrDefault("every", 0.0));
    }

    /** The value as a number; only of kinds that have one. */
    public double number() {
        return number(kind, "value", value);
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return kind.word()
                + (value.isEmpty() ? "" : "=" + value)
                + (share < 1 ? ",share=" + share : "")
                + (fromSeconds > 0 ? ",from=" + fromSeconds : "")
                + (Double.isInfinite(forSeconds) ? "" : ",for=" + forSeconds)
                + (everySeconds > 0 ? ",every=" + everySeconds : "");
    }

    private static double lasting(FaultKind kind) {
        return kind == FaultKind.RESTART ? 1 : Double.POSITIVE_INFINITY;
    }

    private static FaultKind kind(String word) {
        return FaultKind.of(word)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a fault must be one of " + FaultKind.names() + " but was \"" + word + "\""));
    }

    private static void requireNumber(FaultKind kind, String value) {
        double number = number(kind, "value", value);
        if (STATUSES.contains(kind)) {
            int least = kind == FaultKind.METRICS_BROKEN ? 200 : 400;
            require(number >= least && number <= 599, kind, "must be a status in " + least + "..599 but was " + value);
        }
        if (kind == FaultKind.CUT) {
            require(number >= 0, kind, "must be tokens >= 0 but was " + value);
        }
        if (kind == FaultKind.BREAK || kind == FaultKind.HANG) {
            require(number >= 1, kind, "must be tokens >= 1 but was " + value);
        }
        if (kind == FaultKind.THROTTLE) {
            require(number > 0 && number <= 1, kind, "must be a share in (0, 1] but was " + value);
        }
        if (kind == FaultKind.SLOW_TOKENS) {
            require(number > 0 && number <= 1e6, kind, "must be a factor in (0, 1e6] but was " + value);
        }
    }

    private static double number(FaultKind kind, String key, String text) {
        try {
            double number = Double.parseDouble(text);
            require(!Double.isNaN(number), kind, key + " must be a number but was " + text);
            return number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "fault " + kind.word() + ": " + key + " must be a number but was \"" + text + "\"", e);
        }
    }

    private static void require(boolean holds, FaultKind kind, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("fault " + kind.word() + ": " + rule);
        }
    }
}
