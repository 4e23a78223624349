package io.tidemark.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A gate's verdict in one paragraph. Stateless. */
final class GateParagraph {
    private static final int MOST_NAMED = 5;
    private static final int MOST_MOVED = 3;

    private GateParagraph() {}

    static String of(GateVerdict verdict) {
        List<String> sentences = new ArrayList<>();
        sentences.add(headline(verdict));
        addIfAny(sentences, "Regressed: ", verdict, verdict.regressed());
        addIfAny(sentences, "Improved: ", verdict, verdict.improved());
        String moved = moved(verdict.moved());
        if (!verdict.regressed().isEmpty() && !moved.isEmpty()) {
            sentences.add("Moved with it: " + moved + ".");
        }
        verdict.comparison().orderDoubt().ifPresent(words -> sentences.add("Note that " + words + "."));
        addOpen(sentences, verdict);
        return String.join(" ", sentences);
    }

    private static String headline(GateVerdict verdict) {
        RunComparison comparison = verdict.comparison();
        int asked = comparison.compared().size();
        String sides = "\"" + comparison.candidate() + "\" against \"" + comparison.base() + "\": ";
        if (asked == 0) {
            return sides + "UNDECIDED: " + comparison.nothingCompared().orElse("nothing was compared") + ".";
        }
        return sides + verdict.outcome() + ", " + verdict.regressed().size() + " of " + asked + " questions regressed, "
                + verdict.improved().size() + " improved, "
                + verdict.inconclusive().size() + " inconclusive, "
                + verdict.screening().size() + " with too few runs.";
    }

    private static void addIfAny(List<String> sentences, String word, GateVerdict verdict, List<Compared> compared) {
        double confidence = verdict.comparison().policy().confidence();
        if (!compared.isEmpty()) {
            String rest = compared.size() > MOST_NAMED ? " and " + (compared.size() - MOST_NAMED) + " more" : "";
            sentences.add(word
                    + compared.stream()
                            .limit(MOST_NAMED)
                            .map(one -> Wording.change(one, confidence))
                            .collect(Collectors.joining("; "))
                    + rest + ".");
        }
    }

    private static void addOpen(List<String> sentences, GateVerdict verdict) {
        verdict.inconclusive().stream()
                .flatMapToInt(one -> one.runsNeeded().stream())
                .max()
                .ifPresent(runs -> sentences.add(
                        "About " + runs + " runs per side would decide what is inconclusive, if figures stay."));
        if (!verdict.screening().isEmpty()) {
            sentences.add(
                    "Fewer than " + verdict.comparison().policy().minimumRuns() + " runs per side are screening only.");
        }
        if (!verdict.missing().isEmpty()) {
            sentences.add("Not answered by the candidate, or 0 in the base: " + Wording.few(verdict.missing()) + ".");
        }
    }

    private static String moved(List<SignalShift> shifts) {
        return shifts.stream()
                .filter(SignalShift::isTold)
                .limit(MOST_MOVED)
                .map(shift -> String.format(
                        Locale.ROOT, "%s %.3g -> %.3g", shift.signal(), shift.baseMean(), shift.candidateMean()))
                .collect(Collectors.joining(", "));
    }
}
