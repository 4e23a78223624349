package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.DecisionFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which of many phases is best, in a sentence. */
final class MultiPhaseSummary {
    private final MultiPhaseComparison table;

    MultiPhaseSummary(MultiPhaseComparison table) {
        this.table = table;
    }

    Block.Headline headline() {
        if (!table.judged() || table.loadKinds().isEmpty()) {
            return new Block.Headline("No run declares an SLO, so none holds a load: " + changes() + ".", Tone.DOUBT);
        }
        Block.Headline held = DecisionFormat.headline(table.decision());
        return table.sides().size() == 2
                ? held
                : new Block.Headline(held.text() + " Figure by figure, " + changes() + ".", held.tone());
    }

    private String changes() {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        table.comparisons().stream()
                .map(comparison -> comparison.result().decision())
                .forEach(decision -> alike.computeIfAbsent(change(decision), description -> new ArrayList<>())
                        .add(decision.sides().get(1).name()));
        return alike.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue())
                        + (entry.getValue().size() == 1 ? " is " : " are ")
                        + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String change(PhaseDecision decision) {
        RunComparison figures = decision.figures().orElseThrow();
        int worse = figures.with(ComparisonVerdict.REGRESSED).size();
        return decision.outcome() == PhaseOutcome.HINT
                ? "screened only"
                : "better in " + figures.with(ComparisonVerdict.IMPROVED).size() + " and worse in " + worse + " of "
                        + figures.compared().size() + " figures";
    }
}
