package io.tidemark.producer.tally;

import io.tidemark.events.TokenSource;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Output of a step's ok requests by whole seconds of the step: in all, in its fullest second, and in its steady window. Keeps
 * an hour of seconds, however long the step. Confined to the lane's loop.
 */
final class ThroughputTimeline {
    private static final int KEPT = 3_600;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final List<TokenSource> WEAKEST_LAST = List.of(
            TokenSource.UNKNOWN,
            TokenSource.CONTINUOUS_USAGE,
            TokenSource.USAGE,
            TokenSource.TOKENIZER,
            TokenSource.CHUNK_ESTIMATE);

    private final long startNanos;
    private final long[] labels = new long[KEPT];
    private final double[] tokens = new double[KEPT];
    private final long[] requests = new long[KEPT];
    private OptionalLong steadyFromSecond = OptionalLong.empty();
    private long steadyUntilSecond;
    private long allRequests;
    private double allTokens;
    private long steadyRequests;
    private double steadyTokens;
    private double peakTokens;
    private TokenSource source = TokenSource.UNKNOWN;

    ThroughputTimeline(long startNanos) {
        this.startNanos = startNanos;
        Arrays.fill(labels, -1);
    }

    long startNanos() {
        return startNanos;
    }

    /** The load has reached its height: the steady window begins with the next whole second. */
    void startSteadyWindow(long nanos) {
        if (steadyFromSecond.isEmpty()) {
            steadyFromSecond = OptionalLong.of(-Math.floorDiv(startNanos - nanos, NANOS_PER_SECOND));
        }
    }

    /** A request is due: the steady window reaches to the last whole second before it. */
    void due(long nanos) {
        long second = Math.floorDiv(nanos - startNanos, NANOS_PER_SECOND);
        for (long passed = Math.max(steadyUntilSecond, second - KEPT); passed < second; passed++) {
            int slot = slot(passed);
            if (labels[slot] == passed && isAfterRamp(passed)) {
                steadyTokens += tokens[slot];
                steadyRequests += requests[slot];
            }
        }
        steadyUntilSecond = Math.max(steadyUntilSecond, second);
    }

    /** An ok request ended. */
    void ok(long endNanos, Answered answered) {
        long second = Math.floorDiv(endNanos - startNanos, NANOS_PER_SECOND);
        allRequests++;
        if (isSteady(second)) {
            steadyRequests++;
        } else if (claim(second)) {
            requests[slot(second)]++;
        }
        if (answered.tokens() > 0) {
            source = weaker(source, answered.seconds().allCounted() ? TokenSource.CONTINUOUS_USAGE : answered.source());
            answered.seconds().forEachSecond(answered.tokens(), this::add);
        }
    }

    /** An answer's tokens, when they came, and how they were counted. */
    record Answered(int tokens, TokenSource source, RequestOutputTimeline seconds) {}

    private void add(long second, double count) {
        allTokens += count;
        if (isSteady(second)) {
            steadyTokens += count;
        }
        if (claim(second)) {
            int slot = slot(second);
            tokens[slot] += count;
            peakTokens = Math.max(peakTokens, tokens[slot]);
        }
    }

    private boolean isAfterRamp(long second) {
        return steadyFromSecond.isPresent() && second >= steadyFromSecond.getAsLong();
    }

    private boolean isSteady(long second) {
        return isAfterRamp(second) && second < steadyUntilSecond;
    }

    /** Makes the slot that second's, unless it is a later one's already. */
    private boolean claim(long second) {
        int slot = slot(second);
        if (labels[slot] > second) {
            return false;
        }
        if (labels[slot] < second) {
            labels[slot] = second;
            tokens[slot] = 0;
            requests[slot] = 0;
        }
        return true;
    }

    private static int slot(long second) {
        return Math.floorMod(second, KEPT);
    }

    private static TokenSource weaker(TokenSource one, TokenSource other) {
        return WEAKEST_LAST.indexOf(one) >= WEAKEST_LAST.indexOf(other) ? one : other;
    }

    /** The figures as they stand. */
    StepThroughput.Output output() {
        StepThroughput.Steady steady = steadyFromSecond.isPresent() && steadyUntilSecond > steadyFromSecond.getAsLong()
                ? new StepThroughput.Steady(
                        OptionalLong.of(steadyFromSecond.getAsLong() * NANOS_PER_SECOND),
                        OptionalLong.of(steadyUntilSecond * NANOS_PER_SECOND),
                        steadyRequests,
                        Math.round(steadyTokens))
                : StepThroughput.Steady.NONE;
        OptionalDouble peak = peakTokens > 0 ? OptionalDouble.of(peakTokens) : OptionalDouble.empty();
        return new StepThroughput.Output(
                allRequests, Math.round(allTokens), steady, new StepThroughput.Peak(peak, source));
    }
}
