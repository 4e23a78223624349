package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Turns the questions of one comparison into verdicts, corrected for how many they are. Stateless. */
final class Decision {
    private Decision() {}

    static List<Compared> of(List<Draft> drafts, ComparisonPolicy policy) {
        List<Draft> decidable =
                drafts.stream().filter(draft -> draft.basis().decides()).toList();
        double[] adjusted = BenjaminiHochberg.adjusted(
                decidable.stream().mapToDouble(draft -> draft.p().orElseThrow()).toArray());
        List<Compared> compared = new ArrayList<>();
        int next = 0;
        for (Draft draft : drafts) {
            Change change = draft.change(policy.confidence());
            compared.add(
                    draft.basis().decides()
                            ? decided(draft, change.adjusted(adjusted[next++]), policy)
                            : screened(draft, change, policy));
        }
        return compared;
    }

    private static Compared decided(Draft draft, Change change, ComparisonPolicy policy) {
        double margin = policy.margins().of(draft.question().measure());
        Compared undecided = compared(draft, change, margin, ComparisonVerdict.INCONCLUSIVE, OptionalInt.empty());
        ComparisonVerdict verdict = Verdicts.of(change, margin, undecided.isWorse(), policy.falseDiscoveryRate());
        OptionalInt needed = verdict == ComparisonVerdict.INCONCLUSIVE && draft.basis() != Basis.ITEMS
                ? needed(draft, margin, draft.runs().fewer() + 1, level(change, policy))
                : OptionalInt.empty();
        return compared(draft, change, margin, verdict, needed);
    }

    private static Compared screened(Draft draft, Change change, ComparisonPolicy policy) {
        double margin = policy.margins().of(draft.question().measure());
        OptionalInt needed = draft.difference().isPresent()
                ? needed(draft, margin, policy.minimumRuns(), 1 - policy.confidence())
                : OptionalInt.of(policy.minimumRuns());
        return compared(draft, change, margin, ComparisonVerdict.SCREENING, needed);
    }

    /** The largest p that would be a discovery at this one's place among the others: the correction multiplies it by adjusted / p. */
    private static double level(Change change, ComparisonPolicy policy) {
        double p = change.p().orElse(1);
        double factor = p == 0 ? 1 : change.adjustedP().orElse(1) / p;
        return Math.min(1 - policy.confidence(), policy.falseDiscoveryRate() / factor);
    }

    private static OptionalInt needed(Draft draft, double margin, int more, double level) {
        Difference difference = draft.difference().orElseThrow();
        double deviation = difference.standardError() / Math.sqrt(draft.runs().unit());
        return RunsNeeded.of(difference, deviation, draft.scale(), margin, more, level);
    }

    private static Compared compared(
            Draft draft, Change change, double margin, ComparisonVerdict verdict, OptionalInt needed) {
        return new Compared(
                draft.question(), draft.base(), draft.candidate(), change, margin, verdict, draft.basis(), needed);
    }
}
