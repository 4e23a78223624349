package io.tidemark.app.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.compare.Compared;
import io.tidemark.analysis.compare.Family;
import io.tidemark.analysis.compare.Wording;
import io.tidemark.app.report.CapacityJson;
import io.tidemark.app.report.Figures;
import io.tidemark.app.report.HeldLoad;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What both sides hold within their SLO, how often they keep it, and what their goodput did: what a comparison begins with. */
public final class SloAnswer {
    private final Comparison comparison;

    public SloAnswer(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Empty where no run declares an SLO. */
    public Optional<String> sentence() {
        List<String> parts = new ArrayList<>();
        for (LoadKind kind : kinds()) {
            parts.add("Within the SLO " + side(comparison.candidate(), kind) + ", "
                    + side(comparison.base(), kind)
                    + of(Family.CAPACITY)
                            .filter(one -> one.question().loadKind() == kind)
                            .findFirst()
                            .map(one -> "; " + change(one))
                            .orElse(""));
        }
        goodput().ifPresent(one -> parts.add(Wording.change(one, confidence()) + ": " + Wording.standing(one)));
        beyond().ifPresent(parts::add);
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(". ", parts) + ".");
    }

    /** By kind of load: the interval of what each side holds, and how many of its steps kept the SLO. */
    void put(ArrayNode node) {
        for (LoadKind kind : kinds()) {
            ObjectNode one = node.addObject();
            one.put("loadKind", kind.name());
            put(one.putObject("base"), comparison.base(), kind);
            put(one.putObject("candidate"), comparison.candidate(), kind);
        }
    }

    private void put(ObjectNode ofSide, ComparedSide side, LoadKind kind) {
        CapacityJson.put(ofSide, PhaseTable.capacity(side, kind));
        ofSide.put("stepsPassed", count(side, kind, Verdict.PASS));
        ofSide.put("stepsFailed", count(side, kind, Verdict.FAIL));
        ofSide.put("steps", steps(side, kind).count());
    }

    private static String side(ComparedSide side, LoadKind kind) {
        return side.name() + " holds " + HeldLoad.words(PhaseTable.capacity(side, kind), kind) + " (it passes "
                + count(side, kind, Verdict.PASS) + " of " + steps(side, kind).count() + " steps, fails "
                + count(side, kind, Verdict.FAIL) + ")";
    }

    private String change(Compared one) {
        return Wording.change(one, confidence()) + ": " + Wording.standing(one);
    }

    /** Of the goodput that changed most for certain, else at the highest load. */
    private Optional<Compared> goodput() {
        Comparator<Compared> byLoad =
                Comparator.comparingDouble(one -> one.question().load());
        Optional<Compared> changed = of(Family.GOODPUT)
                .filter(one ->
                        one.verdict() == ComparisonVerdict.REGRESSED || one.verdict() == ComparisonVerdict.IMPROVED)
                .max(byLoad);
        return changed.or(() -> of(Family.GOODPUT).max(byLoad));
    }

    private Optional<String> beyond() {
        List<LoadLevel> loads = comparison.result().beyondHeld().stream()
                .map(question -> new LoadLevel(question.loadKind(), question.load()))
                .distinct()
                .sorted()
                .toList();
        return loads.isEmpty()
                ? Optional.empty()
                : Optional.of("Latencies are not asked at "
                        + String.join(", ", loads.stream().map(LoadLevel::words).toList())
                        + ", where a side breaks its SLO");
    }

    private List<LoadKind> kinds() {
        return Stream.of(LoadKind.RATE, LoadKind.CONCURRENCY)
                .filter(kind -> judged(comparison.base(), kind) && judged(comparison.candidate(), kind))
                .toList();
    }

    private static boolean judged(ComparedSide side, LoadKind kind) {
        return steps(side, kind).anyMatch(step -> step.result().verdict() != Verdict.UNKNOWN);
    }

    private static long count(ComparedSide side, LoadKind kind, Verdict verdict) {
        return steps(side, kind)
                .filter(step -> step.result().verdict() == verdict)
                .count();
    }

    private static Stream<ComparedStep> steps(ComparedSide side, LoadKind kind) {
        return side.steps()
                .filter(step -> step.load().kind() == kind)
                .filter(step -> !Figures.isAllAtOnce(kind, step.load().load()));
    }

    private Stream<Compared> of(Family family) {
        return comparison.result().compared().stream()
                .filter(one -> one.measure().family() == family);
    }

    private double confidence() {
        return comparison.result().policy().confidence();
    }
}
