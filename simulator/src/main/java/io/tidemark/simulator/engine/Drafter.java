package io.tidemark.simulator.engine;

import java.util.function.IntToDoubleFunction;

/**
 * Decides for one request which of its drafts are accepted. The n-th verification of a request draws the same whatever else
 * runs beside it, so that two configurations can be compared request by request.
 */
final class Drafter {
    private final Chance chance;
    private final IntToDoubleFunction acceptance;

    /** @param acceptance by depth from 0: the probability that the draft is accepted if all before it were */
    Drafter(Chance chance, IntToDoubleFunction acceptance) {
        this.chance = chance;
        this.acceptance = acceptance;
    }

    /** How many of {@code drafted} tokens are accepted; one draw per verification that drafted anything. */
    int accepted(int drafted) {
        if (drafted == 0) {
            return 0;
        }
        double drawn = chance.uniform();
        double reached = 1;
        int accepted = 0;
        while (accepted < drafted) {
            reached *= acceptance.applyAsDouble(accepted);
            if (drawn >= reached) {
                return accepted;
            }
            accepted++;
        }
        return accepted;
    }
}
