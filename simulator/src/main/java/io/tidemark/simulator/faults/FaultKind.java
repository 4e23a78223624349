package io.tidemark.simulator.faults;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be made to go wrong in a simulated server. */
public enum FaultKind {
    STALL("", "the engine stands still: requests are taken, open streams pause"),
    STALL_ONE("", "one open stream gets nothing; its pieces come together when it ends"),
    CUT("0", "connections of answers are cut, without an end, at the first piece after VALUE tokens"),
    REFUSE("503", "requests are refused as gateways do, status VALUE (429, 503, ...) with Retry-After: 1"),
    ERROR("500", "requests are answered with status VALUE, worded as by a failing engine"),
    BREAK("1", "answers break off after VALUE tokens, a stream with an error event and [DONE]"),
    HANG("1", "answers stop after VALUE tokens; their connections stay open and say nothing more"),
    SLOW_TOKENS("2", "each engine step takes VALUE times as long"),
    THROTTLE(
            "0.5",
            "the accelerator's clock is VALUE times what it was: its exporter says so, and steps take as much longer"),
    FORGET("", "the prefix cache finds nothing"),
    WRONG_USAGE("1", "usage counts VALUE completion tokens too many"),
    SKEW("60", "the Date header is VALUE seconds ahead (behind, if negative)"),
    METRICS_SLOW("10", "/metrics answers after VALUE seconds"),
    METRICS_BROKEN("200", "/metrics answers with status VALUE; with 200 its page is cut in the middle of a line"),
    REGRESS(
            "step-time=1.5",
            "a parameter of the engine is another one: max-num-seqs=N, max-num-batched-tokens=N, kv-share=SHARE or"
                    + " step-time=FACTOR; those of different parameters add up"),
    RESTART("", "the server restarts: connections are cut, counters and cache are lost; it is away for `for` seconds");

    private final String defaultValue;
    private final String meaning;

    FaultKind(String defaultValue, String meaning) {
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    /** Its name in flags, profiles and the admin endpoint, e.g. {@code slow-tokens}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The default value; empty for kinds without one. */
    public String defaultValue() {
        return defaultValue;
    }

    public String meaning() {
        return meaning;
    }

    public static Optional<FaultKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** All of them, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(FaultKind::word).collect(Collectors.joining(", "));
    }
}
