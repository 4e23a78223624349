package io.tidemark.reports.format;

import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;

/** A decision as the headline of a document. Stateless. */
public final class DecisionFormat {
    private DecisionFormat() {}

    public static Block.Headline headline(PhaseDecision decision) {
        return new Block.Headline(decision.sentence(), tone(decision));
    }

    public static Tone tone(PhaseDecision decision) {
        return switch (decision.outcome()) {
            case BETTER, EQUIVALENT, NOT_WORSE -> Tone.GOOD;
            case WORSE -> Tone.BAD;
            case TRADE, HINT, UNDECIDED, UNKNOWN -> Tone.DOUBT;
        };
    }
}
