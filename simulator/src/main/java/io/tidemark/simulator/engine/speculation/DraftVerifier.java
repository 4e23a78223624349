package io.tidemark.simulator.engine.speculation;

import io.tidemark.simulator.random.SeededRandom;
import java.util.function.IntToDoubleFunction;

/**
 * Decides for one request which of its drafts are accepted. The n-th verification of a request draws the same whatever else
 * runs beside it, so that two configurations can be compared request by request.
 */
public final class DraftVerifier {
    private final SeededRandom random;
    private final IntToDoubleFunction acceptance;
    private final int mostDrafts;

    /** @param acceptance by depth from 0: the probability that the draft is accepted if all before it were */
    DraftVerifier(SeededRandom random, IntToDoubleFunction acceptance) {
        this(random, acceptance, Integer.MAX_VALUE);
    }

    private DraftVerifier(SeededRandom random, IntToDoubleFunction acceptance, int mostDrafts) {
        this.random = random;
        this.acceptance = acceptance;
        this.mostDrafts = mostDrafts;
    }

    /** The same for at most {@code most} drafts, and none that is reached and accepted with less than a probability. */
    DraftVerifier limitedTo(double leastProbability, int most) {
        int drafts = 0;
        double reached = most == 0 ? 0 : acceptance.applyAsDouble(0);
        while (drafts < most && reached >= leastProbability) {
            drafts++;
            reached *= acceptance.applyAsDouble(drafts);
        }
        return new DraftVerifier(random, acceptance, drafts);
    }

    /** Drafts for a step: never more than the request needs beyond its next token, nor than the step's budget has left. */
    public int drafts(int tokensLeft, int budget) {
        return Math.max(0, Math.min(mostDrafts, Math.min(tokensLeft, budget) - 1));
    }

    /** How many of {@code drafted} tokens are accepted; one draw per verification that drafted anything. */
    public int accepted(int drafted) {
        if (drafted == 0) {
            return 0;
        }
        double drawn = random.uniform();
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
