package io.tidemark.producer.tally;

import io.tidemark.events.TokenSource;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a step's requests and tokens went. Moments are nanoseconds from the step's start.
 *
 * @param inFlightPeakNanos when the most were in flight first; empty when none was sent
 * @param conversations how those that began went
 * @param output of its ok requests, all parts
 */
public record StepThroughput(OptionalLong inFlightPeakNanos, Conversations conversations, Output output) {
    /** Of a step that has not begun. */
    public static final StepThroughput NONE = new StepThroughput(
            OptionalLong.empty(),
            new Conversations(0, 0, 0),
            new Output(0, 0, Steady.NONE, new Peak(OptionalDouble.empty(), TokenSource.UNKNOWN)));

    /**
     * Conversations and requests on this side.
     *
     * @param begun conversations; one request each for a workload of single turns
     * @param brokenOff those that ended before their last turn; the turns left were never due
     * @param queued requests that waited for the concurrency cap
     */
    public record Conversations(long begun, long brokenOff, long queued) {}

    /** Ok requests and their tokens: all of the step's, those in its steady window, and the fullest second. */
    public record Output(long requests, long tokens, Steady steady, Peak peak) {}

    /**
     * The steady window: whole seconds, from the first request's end at full load until the last request was due. Empty when
     * there is none.
     *
     * @param requests ok ones that ended in it
     * @param tokens that came in it
     */
    public record Steady(OptionalLong fromNanos, OptionalLong untilNanos, long requests, long tokens) {
        public static final Steady NONE = new Steady(OptionalLong.empty(), OptionalLong.empty(), 0, 0);

        public OptionalDouble requestsPerSecond() {
            return perSecond(requests);
        }

        public OptionalDouble tokensPerSecond() {
            return perSecond(tokens);
        }

        private OptionalDouble perSecond(long count) {
            if (fromNanos.isEmpty() || untilNanos.isEmpty()) {
                return OptionalDouble.empty();
            }
            return OptionalDouble.of(count * 1e9 / (untilNanos.getAsLong() - fromNanos.getAsLong()));
        }
    }

    /**
     * The most output tokens that came in one second of the step.
     *
     * @param source the weakest way in which they were counted: per chunk by the server, per request and spread evenly over
     *     its chunks (USAGE, TOKENIZER), or one per chunk
     */
    public record Peak(OptionalDouble tokensPerSecond, TokenSource source) {}
}
