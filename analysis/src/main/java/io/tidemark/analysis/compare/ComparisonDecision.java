package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.events.ComparisonVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Turns the questions of one comparison into verdicts, corrected for how many they are.
 *
 * @param differences how the sides' runs differ; its policy's rate of false discoveries is that of this look
 * @param share of the whole rate that this look may spend
 */
record ComparisonDecision(DifferenceMethod differences, double share) {

    List<ComparedMeasure> of(List<PendingComparison> drafts) {
        RunsNeeded needed = new RunsNeeded(drafts, differences);
        double[] adjusted = BenjaminiHochberg.adjusted(
                drafts.stream().flatMapToDouble(draft -> draft.p().stream()).toArray());
        List<ComparedMeasure> compared = new ArrayList<>();
        int next = 0;
        for (int place = 0; place < drafts.size(); place++) {
            PendingComparison draft = drafts.get(place);
            MeasureChange change = draft.change(policy().confidence());
            if (draft.basis().decides()) {
                MeasureChange corrected = change.adjusted(adjusted[next++]);
                compared.add(compared(draft, corrected, verdict(draft, corrected), place, needed));
                continue;
            }
            compared.add(compared(draft, change, ComparisonVerdict.SCREENING, place, needed));
        }
        return withRunsNeeded(compared, drafts, needed);
    }

    private List<ComparedMeasure> withRunsNeeded(
            List<ComparedMeasure> compared, List<PendingComparison> drafts, RunsNeeded needed) {
        List<Integer> waiting = IntStream.range(0, drafts.size())
                .filter(place -> isWaiting(compared.get(place), drafts.get(place)))
                .boxed()
                .toList();
        List<ComparedMeasure> all = new ArrayList<>(compared);
        for (int place : waiting) {
            all.set(place, compared.get(place).withRunsNeeded(needed.of(place, waiting.size())));
        }
        return all;
    }

    /** Whether more runs may decide it. */
    private static boolean isWaiting(ComparedMeasure compared, PendingComparison draft) {
        return compared.verdict() == ComparisonVerdict.SCREENING
                || (compared.isOpen() && draft.basis() != DifferenceBasis.ITEMS);
    }

    private ComparisonVerdict verdict(PendingComparison draft, MeasureChange change) {
        boolean worse = draft.question().measure().family().isWorse(change.value());
        return VerdictRule.of(change, margin(draft), worse, policy().falseDiscoveryRate());
    }

    private ComparedMeasure compared(
            PendingComparison draft, MeasureChange change, ComparisonVerdict verdict, int place, RunsNeeded needed) {
        return new ComparedMeasure(
                draft.question(),
                draft.base(),
                draft.candidate(),
                change.adjustedForLook(share),
                margin(draft),
                policy().blocks().of(draft.question().measure()),
                draft.worstNotExcluded(policy().confidence()),
                verdict,
                draft.basis(),
                OptionalInt.empty(),
                needed.detectable(place));
    }

    private double margin(PendingComparison draft) {
        return policy().margins().of(draft.question().measure());
    }

    private ComparisonPolicy policy() {
        return differences.policy();
    }
}
