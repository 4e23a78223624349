package io.tidemark.simulator.http;

import io.tidemark.simulator.config.Faults;
import java.util.random.RandomGenerator;

/** Decides which requests an injected fault hits. Confined to the event loop. */
final class FaultDice {
    private final Faults faults;
    private final RandomGenerator random;

    FaultDice(Faults faults, RandomGenerator random) {
        this.faults = faults;
        this.random = random;
    }

    /** Refuses the request if its turn has come. */
    void roll() {
        if (faults.errorRate() > 0 && random.nextDouble() < faults.errorRate()) {
            throw ApiException.engine(faults.errorStatus());
        }
    }

    /** After how many tokens the answer breaks off; 0 for never. */
    int breaksAfterTokens() {
        boolean hit = faults.midStreamErrorRate() > 0 && random.nextDouble() < faults.midStreamErrorRate();
        return hit ? faults.midStreamErrorAfterTokens() : 0;
    }
}
