package io.tidemark.reports.compare.document;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.CapacityFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        LoadKind kind = table.loadKinds().get(0);
        List<ComparedSide> falling = table.sides().stream()
                .sorted(Comparator.comparingDouble((ComparedSide side) -> heldUpTo(side, kind))
                        .reversed())
                .toList();
        ComparedSide first = falling.get(0);
        double most = heldUpTo(first, kind);
        List<String> equals = falling.stream()
                .filter(side -> heldUpTo(side, kind) == most)
                .map(ComparedSide::name)
                .toList();
        String held = held(first, kind);
        if (most == 0) {
            return new Block.Headline(
                    "None holds a load for certain" + about(first) + ". Figure by figure, " + changes() + ".",
                    Tone.DOUBT);
        }
        if (equals.size() > 1) {
            return new Block.Headline(
                    String.join(", ", equals) + " hold the same load, and no phase more: " + held
                            + ". Figure by figure, " + changes() + ".",
                    Tone.PLAIN);
        }
        Optional<ComparedSide> rival = falling.stream()
                .skip(1)
                .filter(side ->
                        MultiPhaseComparison.capacity(side, kind).failsFrom().orElse(Double.POSITIVE_INFINITY) > most)
                .findFirst();
        String doubt = rival.map(
                        side -> ", but possibly no more than " + side.name() + ", which holds " + held(side, kind))
                .orElse("");
        return new Block.Headline(
                first.name() + " holds the most: " + held + doubt + ". Figure by figure, " + changes() + ".",
                rival.isEmpty() ? Tone.GOOD : Tone.DOUBT);
    }

    /** With what the verdicts that it goes by are about, where they tell. */
    private static String held(ComparedSide side, LoadKind kind) {
        return CapacityFormat.format(MultiPhaseComparison.capacity(side, kind), kind) + about(side);
    }

    private static String about(ComparedSide side) {
        return switch (MultiPhaseComparison.verdictOn(side)) {
            case SUSTAINED -> " (sustained)";
            case SHORT_RUN -> " (short-run)";
            case UNKNOWN -> "";
        };
    }

    private String changes() {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        table.comparisons()
                .forEach(comparison -> alike.computeIfAbsent(change(comparison), words -> new ArrayList<>())
                        .add(comparison.candidate().name()));
        return alike.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue())
                        + (entry.getValue().size() == 1 ? " is " : " are ")
                        + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String change(Comparison comparison) {
        int asked = comparison.result().compared().size();
        int better = comparison.result().with(ComparisonVerdict.IMPROVED).size();
        int worse = comparison.result().with(ComparisonVerdict.REGRESSED).size();
        int screened = comparison.result().with(ComparisonVerdict.SCREENING).size();
        return asked > 0 && screened == asked
                ? "screened only"
                : "better in " + better + " and worse in " + worse + " of " + asked + " figures";
    }

    private static double heldUpTo(ComparedSide side, LoadKind kind) {
        return MultiPhaseComparison.capacity(side, kind).heldUpTo().orElse(0);
    }
}
