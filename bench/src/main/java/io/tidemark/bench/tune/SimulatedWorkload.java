package io.tidemark.bench.tune;

import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Requests of lengths that are drawn evenly, behind one of a few system prompts, and what is asked of their answers.
 *
 * @param sharedPrompt tokens of each system prompt
 * @param ttftSeconds limit of TTFT
 * @param tpotSeconds limit of TPOT
 */
record SimulatedWorkload(
        int sharedPrompt,
        int leastPrompt,
        int mostPrompt,
        int leastOutput,
        int mostOutput,
        double ttftSeconds,
        double tpotSeconds) {
    /** Share of requests that may break a limit: both objectives are p95. */
    static final double ALLOWED = 0.05;

    private static final int SYSTEM_PROMPTS = 4;

    EngineRequest request(long number, int blockSize, SplittableRandom random) {
        int system = random.nextInt(SYSTEM_PROMPTS);
        long[] shared = LongStream.range(0, sharedPrompt / blockSize)
                .map(block -> system * 100_000L + block)
                .toArray();
        return new EngineRequest(
                "r" + number,
                sharedPrompt + between(leastPrompt, mostPrompt, random),
                between(leastOutput, mostOutput, random),
                BlockHashes.ofHashes(shared));
    }

    boolean isBad(double ttft, double tpot) {
        return ttft > ttftSeconds || tpot > tpotSeconds;
    }

    private static int between(int least, int most, SplittableRandom random) {
        return least + random.nextInt(most - least + 1);
    }
}
