package io.tidemark.reports.format;

import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.sinks.store.read.step.StepResultRow;

/** Verdicts as tables print them: what needs a look in capitals. Stateless. */
public final class VerdictFormat {
    private VerdictFormat() {}

    public static String word(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "pass";
            case FAIL, INCONCLUSIVE, INVALID -> verdict.name();
            case UNKNOWN -> "not judged";
        };
    }

    /** @param detail stands behind the verdict */
    public static Cell cell(Verdict verdict, String detail) {
        return new Cell(word(verdict) + detail, tone(verdict));
    }

    /** A decision as the headline of a document. */
    public static Block.Headline headline(PhaseDecision decision) {
        Tone tone = switch (decision.outcome()) {
            case BETTER, EQUIVALENT, NOT_WORSE -> Tone.GOOD;
            case WORSE -> Tone.BAD;
            case TRADE, HINT, UNDECIDED, UNKNOWN -> Tone.DOUBT;
        };
        return new Block.Headline(decision.sentence(), tone);
    }

    /** A text with the colour of its verdict: what is not shown to be better or worse has none. */
    public static Cell cell(String text, ComparisonVerdict verdict) {
        return new Cell(
                text,
                switch (verdict) {
                    case IMPROVED -> Tone.GOOD;
                    case REGRESSED -> Tone.BAD;
                    default -> Tone.PLAIN;
                });
    }

    /** " so far", of a verdict that may change while its step goes on. */
    public static String soFar(StepResultRow result) {
        boolean decided = result.verdict() == Verdict.INVALID || result.verdict() == Verdict.UNKNOWN;
        return decided || result.isOver() ? "" : " so far";
    }

    private static Tone tone(Verdict verdict) {
        return switch (verdict) {
            case PASS -> Tone.GOOD;
            case FAIL, INVALID -> Tone.BAD;
            case INCONCLUSIVE -> Tone.DOUBT;
            case UNKNOWN -> Tone.MUTED;
        };
    }
}
