package io.tidemark.reports.compare.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How often both sides keep their SLO, and what their held load and goodput did: what stands beside a decision. */
public final class SloSummary {
    private final Comparison comparison;

    public SloSummary(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Empty where no run declares an SLO. */
    public Optional<String> sentence() {
        List<String> parts = new ArrayList<>();
        for (LoadKind kind : kinds()) {
            parts.add(side(comparison.candidate(), kind) + ", " + side(comparison.base(), kind)
                    + of(MeasureFamily.CAPACITY)
                            .filter(one -> one.question().loadKind() == kind)
                            .findFirst()
                            .map(one -> "; " + change(one))
                            .orElse(""));
        }
        goodput().map(this::change).ifPresent(parts::add);
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
        ofSide.setAll(RecordJson.object(MultiPhaseComparison.capacity(side, kind)));
        ofSide.put("stepsPassed", count(side, kind, Verdict.PASS));
        ofSide.put("stepsFailed", count(side, kind, Verdict.FAIL));
        ofSide.put("steps", steps(side, kind).count());
    }

    private static String side(ComparedSide side, LoadKind kind) {
        return side.name() + " passes " + count(side, kind, Verdict.PASS) + " of "
                + steps(side, kind).count() + " steps and fails " + count(side, kind, Verdict.FAIL);
    }

    private String change(ComparedMeasure one) {
        return ComparisonText.change(one, confidence()) + ": " + ComparisonText.verdict(one);
    }

    /** Of the goodput that changed most for certain, else at the highest load. */
    private Optional<ComparedMeasure> goodput() {
        Comparator<ComparedMeasure> byLoad =
                Comparator.comparingDouble(one -> one.question().load());
        Optional<ComparedMeasure> changed = of(MeasureFamily.GOODPUT)
                .filter(one ->
                        one.verdict() == ComparisonVerdict.REGRESSED || one.verdict() == ComparisonVerdict.IMPROVED)
                .max(byLoad);
        return changed.or(() -> of(MeasureFamily.GOODPUT).max(byLoad));
    }

    private Optional<String> beyond() {
        List<LoadLevel> loads = comparison.result().beyondHeldLoad().stream()
                .map(one -> LoadLevel.of(one.question()))
                .distinct()
                .sorted()
                .toList();
        return loads.isEmpty()
                ? Optional.empty()
                : Optional.of("Latencies are not compared at "
                        + String.join(
                                ", ", loads.stream().map(LoadLevel::format).toList())
                        + ", where a side breaks its SLO");
    }

    private List<LoadKind> kinds() {
        return Stream.of(LoadKind.RATE, LoadKind.CONCURRENCY)
                .filter(kind -> judged(comparison.base(), kind) && judged(comparison.candidate(), kind))
                .toList();
    }

    private static boolean judged(ComparedSide side, LoadKind kind) {
        return steps(side, kind).anyMatch(step -> step.verdict() != Verdict.UNKNOWN);
    }

    private static long count(ComparedSide side, LoadKind kind, Verdict verdict) {
        return steps(side, kind).filter(step -> step.verdict() == verdict).count();
    }

    private static Stream<MeasuredStep> steps(ComparedSide side, LoadKind kind) {
        return side.steps()
                .filter(step -> step.load().kind() == kind)
                .filter(step -> !step.load().isAllAtOnce());
    }

    private Stream<ComparedMeasure> of(MeasureFamily family) {
        return comparison.result().compared().stream()
                .filter(one -> one.measure().family() == family);
    }

    private double confidence() {
        return comparison.result().policy().confidence();
    }
}
