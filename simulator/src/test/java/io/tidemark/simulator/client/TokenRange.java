package io.tidemark.simulator.client;

import java.util.random.RandomGenerator;

/** Token counts drawn evenly from {@code least} to {@code most}, both included. */
public record TokenRange(int least, int most) {
    public TokenRange {
        if (least < 1 || most < least) {
            throw new IllegalArgumentException(
                    "a token range must be 1 <= least <= most but was " + least + ".." + most);
        }
    }

    int draw(RandomGenerator random) {
        return random.nextInt(least, most + 1);
    }
}
