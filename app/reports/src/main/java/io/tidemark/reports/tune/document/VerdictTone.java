package io.tidemark.reports.tune.document;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.document.Tone;

/** The colour of a verdict in the tables of a tune: what is not shown to be better or worse has none. */
final class VerdictTone {
    private VerdictTone() {}

    static Tone of(ComparisonVerdict verdict) {
        return switch (verdict) {
            case IMPROVED -> Tone.GOOD;
            case REGRESSED -> Tone.BAD;
            default -> Tone.PLAIN;
        };
    }
}
