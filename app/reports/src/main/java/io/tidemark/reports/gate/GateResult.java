package io.tidemark.reports.gate;

import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.document.ComparisonDocument;
import io.tidemark.reports.compare.document.SloSummary;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Tone;
import java.util.ArrayList;
import java.util.List;

/**
 * What a gate says of a comparison.
 *
 * @param invalid ids of runs among the sides' that are INVALID
 */
public record GateResult(Comparison comparison, GatePolicy policy, GateVerdict verdict, List<String> invalid) {
    public GateResult {
        invalid = List.copyOf(invalid);
    }

    public static GateResult of(Comparison comparison, GatePolicy policy) {
        List<String> invalid = new ArrayList<>(comparison.base().invalid());
        invalid.addAll(comparison.candidate().invalid());
        return new GateResult(
                comparison, policy, GateVerdict.of(comparison.result(), policy, comparison.shifts()), invalid);
    }

    /** One word or two. */
    public String headline() {
        return invalid.isEmpty() ? verdict.outcome().name() : "INVALID RUNS";
    }

    /** What regressed, by how much, how sure, and what moved with it. */
    public String paragraph() {
        String slo = " " + comparison.result().decision().sentence()
                + new SloSummary(comparison)
                        .sentence()
                        .map(description -> " " + description)
                        .orElse("");
        return invalid.isEmpty()
                ? verdict.paragraph(slo)
                : "Runs that are INVALID are among those that were named: " + String.join(", ", invalid)
                        + ". The others say: " + verdict.paragraph(slo);
    }

    /** A page for a CI's summary; its verdict is for the terminal. */
    public Document document() {
        Tone tone = !invalid.isEmpty() || verdict.outcome() == GateOutcome.FAIL
                ? Tone.BAD
                : verdict.outcome() == GateOutcome.PASS ? Tone.GOOD : Tone.DOUBT;
        return ComparisonDocument.summary(
                comparison,
                "Tidemark gate: " + headline(),
                List.of(new Block.Headline(headline(), tone), Block.plain(paragraph())));
    }
}
