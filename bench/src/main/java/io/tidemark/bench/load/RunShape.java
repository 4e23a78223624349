package io.tidemark.bench.load;

import java.time.Duration;
import java.time.Instant;

/**
 * What a synthetic run looks like.
 *
 * @param perSecond requests due per second in each lane
 */
public record RunShape(
        String run, Instant start, int lanes, int steps, int requestsPerStep, double perSecond, Answers answers) {
    /** About 125 ms of a chat model. */
    public static final int BATCH_CHUNKS = 5;
    /** Chunks of an answer of {@link Answers#CHAT}: its tokens, a role chunk and a finish chunk. */
    public static final int CHAT_CHUNKS = 66;

    /**
     * What its answers look like; durations are drawn evenly within 50 % around these.
     *
     * @param targets that requests go to in turn
     * @param outputTokens of each answer, one per chunk
     */
    public record Answers(int targets, int outputTokens, Duration ttft, Duration gap) {
        /** A chat model: 64 tokens, the first after 150 ms, then one every 25 ms. */
        public static final Answers CHAT = new Answers(1, 64, Duration.ofMillis(150), Duration.ofMillis(25));

        public Answers of(int fromTargets) {
            return new Answers(fromTargets, outputTokens, ttft, gap);
        }
    }

    public RunShape {
        if (lanes < 1 || steps < 1 || requestsPerStep < 1) {
            throw new IllegalArgumentException("lanes, steps and requestsPerStep must be >= 1 but were " + lanes + ", "
                    + steps + " and " + requestsPerStep);
        }
    }

    /** The name of a target. */
    public static String target(long number) {
        return "target-" + number;
    }

    /** The name of a lane. */
    public static String lane(int number) {
        return "lane-" + number;
    }

    public long requests() {
        return (long) lanes * steps * requestsPerStep;
    }

    /** Chunks of all answers: their tokens, a role chunk and a finish chunk. */
    public long chunks() {
        return requests() * (answers.outputTokens() + 2);
    }

    /** Records of tokens and requests. */
    public long records() {
        int chunks = answers.outputTokens() + 2;
        int batches = (chunks + BATCH_CHUNKS - 1) / BATCH_CHUNKS;
        return requests() * (batches + 1);
    }

    public long tokens() {
        return requests() * answers.outputTokens();
    }

    /** From the run's start to a step's. */
    long stepStartNanos(int step) {
        return Math.round(step * requestsPerStep / perSecond * 1e9);
    }
}
