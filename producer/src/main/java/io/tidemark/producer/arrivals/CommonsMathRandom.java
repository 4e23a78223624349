package io.tidemark.producer.arrivals;

import java.util.random.RandomGenerator;
import org.apache.commons.math3.random.AbstractRandomGenerator;

/** A generator of the JDK as commons-math wants it. It comes seeded and cannot be seeded again. */
final class CommonsMathRandom extends AbstractRandomGenerator {
    private final RandomGenerator random;

    CommonsMathRandom(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public void setSeed(long seed) {
        throw new UnsupportedOperationException("the generator was seeded where it was made");
    }

    @Override
    public double nextDouble() {
        return random.nextDouble();
    }
}
