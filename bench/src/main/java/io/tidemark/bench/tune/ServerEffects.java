package io.tidemark.bench.tune;

import java.util.SplittableRandom;

/** How much faster or slower than its surface each fresh server of a machine is. Not thread-safe. */
final class ServerEffects {
    private final Machine machine;
    private final SplittableRandom random;
    private int starts;

    ServerEffects(Machine machine, SplittableRandom random) {
        this.machine = machine;
        this.random = random;
    }

    /** Capacity of the next fresh server over that of its surface. */
    double next() {
        starts++;
        return Math.exp(machine.noise() * Draws.gaussian(random)) * Math.pow(1 - machine.drift(), starts - 1);
    }

    /** So far. */
    int starts() {
        return starts;
    }
}
