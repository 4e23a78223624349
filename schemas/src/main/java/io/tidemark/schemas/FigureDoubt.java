package io.tidemark.schemas;

import com.google.common.collect.ImmutableSet;
import io.tidemark.events.Verdict;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A fact of a step that makes some of its figures unfit for a verdict. The producer counts how often a step shows it; where that is more than
 * is {@linkplain #outweighs tolerated}, objectives that rest on those figures are INCONCLUSIVE, with this fact as the reason.
 */
public enum FigureDoubt {
    /** Counted of the streamed answers that are long enough to show it. */
    HELD_BACK(
            "held_back",
            ImmutableSet.of(Metric.ITL, Metric.TPOT),
            true,
            "streamed answers that came at once or in blocks",
            "a proxy or the server holds them back: ITL and TPOT are not known"),
    /** Counted of the answers with tokens by the server's usage. */
    USAGE_CONTRADICTED(
            "usage_contradicted",
            ImmutableSet.of(Metric.TPOT),
            true,
            "answers whose usage counts at least 10 % fewer tokens than came as chunks, or 10 % more than max_tokens, which the chunks keep",
            "the usage is wrong: TPOT is not known"),
    /** Counted of the answers whose tokens are estimated and whose length is known: by their limit, at which they ended, or by their text. */
    ESTIMATE_CONTRADICTED(
            "estimate_contradicted",
            ImmutableSet.of(Metric.TPOT),
            true,
            "answers without usage that reached max_tokens in at least 10 % fewer chunks, came in a chunk for each character of more than max_tokens, or whose chunks hold more than 12 characters in the mean",
            "the estimate of one token per chunk is wrong: TPOT is not known"),
    /** Counted of all ok answers. Output in a field that is not known comes before, or beside, what was read. */
    UNREAD_OUTPUT(
            "unread_output",
            ImmutableSet.of(Metric.TTFT, Metric.TTFT_DUE, Metric.TPOT),
            true,
            "answers with output that was not read",
            "their first token may have come before the first that was read: TTFT and TPOT are not known"),
    /** Counted in tokens. Less work makes a server faster: what fails fails all the more at the planned length. */
    SHORT_ANSWERS(
            "short_answers",
            ImmutableSet.copyOf(EnumSet.complementOf(EnumSet.of(Metric.QUEUE_TIME))),
            false,
            "output tokens of exact_output that are missing",
            "the load was lighter than planned (set workload.exact_output to false to judge answers of any length)");

    /** Those that the event of one request shows. */
    public static final ImmutableSet<FigureDoubt> OF_ONE_REQUEST =
            ImmutableSet.of(HELD_BACK, USAGE_CONTRADICTED, ESTIMATE_CONTRADICTED, UNREAD_OUTPUT);

    /** Share of what is counted up to which verdicts stand: so few move a quantile by no more than a twentieth of its tail, and may be a stall of the client. */
    private static final double TOLERATED = 0.05;

    private final String id;
    private final ImmutableSet<Metric> metrics;
    private final boolean withholdsFail;
    private final String counted;
    private final String consequence;

    /**
     * One line of the table.
     *
     * @param metrics whose objectives are not decided
     * @param withholdsFail whether the fact may have caused FAIL too, not PASS only
     * @param counted what is counted, in the plural
     * @param consequence why that matters
     */
    FigureDoubt(String id, ImmutableSet<Metric> metrics, boolean withholdsFail, String counted, String consequence) {
        this.id = id;
        this.metrics = metrics;
        this.withholdsFail = withholdsFail;
        this.counted = counted;
        this.consequence = consequence;
    }

    /** Its name in events. */
    public String id() {
        return id;
    }

    /** Empty for one of another version. */
    public static Optional<FigureDoubt> byId(String id) {
        return Arrays.stream(values()).filter(doubt -> doubt.id.equals(id)).findFirst();
    }

    /** Metrics whose objectives rest on figures that it makes unfit. */
    public Set<Metric> metrics() {
        return metrics;
    }

    /** Whether it may have caused this verdict, or leaves none that more requests would bring. */
    public boolean withholds(Verdict verdict) {
        return verdict == Verdict.PASS || verdict == Verdict.INCONCLUSIVE || (verdict == Verdict.FAIL && withholdsFail);
    }

    /** Whether more show it than is tolerated. */
    public boolean outweighs(long count, long of) {
        return count > TOLERATED * of;
    }

    /**
     * As the flag of a step: {@code answers that ...: 60 of 60}, and where that is more than is tolerated what it means; so it is also the reason
     * of a verdict that is withheld.
     */
    public String sentence(long count, long of) {
        String seen = String.format(Locale.ROOT, "%s: %,d of %,d", counted, count, of);
        return outweighs(count, of) ? seen + "; " + consequence : seen;
    }

    /** Whether a flag of a step is this one and more show it than is tolerated, whichever lane says it. */
    public boolean outweighs(String flag) {
        return flag.endsWith("; " + consequence);
    }

    /** Metrics of whose figures nothing can be reported, by the flags of their step. Those that are only too good stay. */
    public static Set<Metric> unfitMetrics(Collection<String> flags) {
        return Arrays.stream(values())
                .filter(doubt -> doubt.withholdsFail && flags.stream().anyMatch(doubt::outweighs))
                .flatMap(doubt -> doubt.metrics.stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Metric.class)));
    }

    /** Whether nothing can be reported of output tokens, by the flags of their step: those that were counted are not those of the answers. */
    public static boolean leavesTokensUnknown(Collection<String> flags) {
        return flags.stream()
                .anyMatch(flag -> USAGE_CONTRADICTED.outweighs(flag) || ESTIMATE_CONTRADICTED.outweighs(flag));
    }
}
