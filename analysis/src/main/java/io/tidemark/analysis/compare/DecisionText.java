package io.tidemark.analysis.compare;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.capacity.PhaseResult;
import io.tidemark.analysis.capacity.PhaseWinner;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A decision between phases in words. */
record DecisionText(PhaseDecision decision) {
    /** The answer: what is held first; the figures, unless they are a hint beside one that is. */
    String sentence() {
        Optional<String> held = decision.winner().map(this::held);
        Optional<String> beside = ofTwo().filter(
                        comparison -> held.isEmpty() || decision.outcome() != PhaseOutcome.HINT || !isCertain())
                .map(DecisionText::description);
        return Stream.concat(held.stream(), beside.stream()).collect(Collectors.joining(" "));
    }

    /** The figures, if two phases are compared. */
    private Optional<RunComparison> ofTwo() {
        return decision.figures().filter(comparison -> decision.sides().size() == 2);
    }

    private boolean isCertain() {
        return decision.winner()
                .filter(winner -> winner instanceof PhaseWinner.HigherLoad higher && higher.certain())
                .isPresent();
    }

    private String held(PhaseWinner winner) {
        if (winner instanceof PhaseWinner.HigherLoad higher) {
            return higherLoad(higher);
        }
        if (winner instanceof PhaseWinner.Tied tied) {
            String certainly = ofTwo().flatMap(RunComparison::earlierFailure).isPresent() ? " for certain" : "";
            return "No phase holds more load" + certainly + ": " + held(tied.phases()) + ".";
        }
        if (winner instanceof PhaseWinner.NoneHolds none) {
            return "No phase holds a tested load for certain: " + held(none.phases()) + ".";
        }
        return ((PhaseWinner.NothingToCompare) winner)
                .only()
                .map(only -> held(List.of(only)) + " within the SLO.")
                .orElse("");
    }

    private String higherLoad(PhaseWinner.HigherLoad winner) {
        String first = winner.first().phase();
        String heldFirst =
                LoadText.held(winner.first().capacity(), decision.kind().orElseThrow());
        String second = held(List.of(winner.second()));
        if (!winner.certain()) {
            String doubt = winner.second().capacity().monotone()
                    ? "the intervals overlap"
                    : "but " + winner.second().phase() + " also passed above a load at which it failed";
            return first + " leads, but not with certainty: it holds " + heldFirst + " within the SLO, " + second + "; "
                    + doubt + others() + ".";
        }
        return first + " holds more load: " + heldFirst + " within the SLO, " + second
                + factor(winner.first().capacity(), winner.second().capacity()) + others() + hint(winner) + ".";
    }

    /** Of more than two phases, why these two are named. */
    private String others() {
        return decision.sides().size() > 2
                ? " (of " + decision.sides().size() + " phases, the two that may hold the most)"
                : "";
    }

    /** Runs differ by more than intervals within a run say: what the runs do not decide is a hint. */
    private String hint(PhaseWinner.HigherLoad winner) {
        List<PhaseDecision.Side> single =
                decision.sides().stream().filter(side -> side.runs() < 2).toList();
        if (!single.isEmpty()) {
            return single.size() == decision.sides().size()
                    ? " (a hint: one run each)"
                    : " (a hint: one run of "
                            + single.stream().map(PhaseDecision.Side::name).collect(Collectors.joining(" and ")) + ")";
        }
        return decision.figures()
                .filter(comparison -> comparison.withheldByOrder().isPresent() || !decidesLoad(comparison, winner))
                .map(comparison -> " (a hint: " + runs(comparison) + " do not decide it)")
                .orElse("");
    }

    private static boolean decidesLoad(RunComparison comparison, PhaseWinner.HigherLoad winner) {
        ComparisonVerdict decided = winner.first().phase().equals(comparison.candidate())
                ? ComparisonVerdict.IMPROVED
                : ComparisonVerdict.REGRESSED;
        return comparison.with(decided).stream().anyMatch(one -> one.measure().family() == MeasureFamily.CAPACITY);
    }

    private static String runs(RunComparison comparison) {
        return comparison.sides().get(0).runs() + " + "
                + comparison.sides().get(1).runs() + " runs";
    }

    private static String factor(Capacity first, Capacity second) {
        OptionalDouble secondFails = second.failsFrom();
        if (first.heldUpTo().isEmpty() || secondFails.isEmpty()) {
            return "";
        }
        String least = ratio(first.heldUpTo().getAsDouble(), secondFails.getAsDouble());
        if (first.failsFrom().isEmpty() || second.heldUpTo().isEmpty()) {
            return "1".equals(least) ? ": at least as much" : ": at least " + least + " times as much";
        }
        double heldBySecond = second.heldUpTo().getAsDouble();
        return ": " + ratio(first.heldUpTo().getAsDouble(), heldBySecond) + " times as much ("
                + ("1".equals(least) ? "above 1" : least) + " to "
                + ratio(first.failsFrom().getAsDouble(), heldBySecond) + ")";
    }

    private static String ratio(double first, double second) {
        return ValueText.digits(first / second);
    }

    /** "a, b hold between 2 and 2.5 req/s; c holds at least 2 req/s". */
    private String held(List<PhaseResult> phases) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        phases.forEach(phase -> alike.computeIfAbsent(
                        LoadText.held(phase.capacity(), decision.kind().orElseThrow()),
                        description -> new ArrayList<>())
                .add(phase.phase()));
        return alike.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue())
                        + (entry.getValue().size() == 1 ? " holds " : " hold ")
                        + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    /** The figures in a sentence, and whether the order of the runs lets them decide. */
    private static String description(RunComparison comparison) {
        PhaseOutcome figures = PhaseDecision.ofFigures(comparison);
        boolean isWithheld = comparison.withheldByOrder().isPresent()
                && figures != PhaseOutcome.UNDECIDED
                && figures != PhaseOutcome.HINT;
        return (isWithheld ? "Undecided by the order of the runs; by the figures alone, " : "")
                + description(comparison, figures);
    }

    private static String description(RunComparison comparison, PhaseOutcome figures) {
        List<ComparedMeasure> worse = PhaseDecision.surestFirst(comparison.with(ComparisonVerdict.REGRESSED));
        List<ComparedMeasure> better = PhaseDecision.surestFirst(comparison.with(ComparisonVerdict.IMPROVED));
        String sides = comparison.candidate() + " against " + comparison.base();
        int asked = comparison.compared().size();
        int equivalent = comparison.with(ComparisonVerdict.EQUIVALENT).size();
        return switch (figures) {
            case TRADE ->
                sides + " is a trade: better in " + count(better, comparison) + ", worse in " + count(worse, comparison)
                        + ".";
            case WORSE ->
                sides + " is worse "
                        + (worse.isEmpty() ? "from a change point on" : "in " + count(worse, comparison))
                        + (better.isEmpty() ? "" : ", and better in " + better.size()) + ".";
            case BETTER -> sides + " is better in " + count(better, comparison) + ", worse in none.";
            case EQUIVALENT -> sides + " is equivalent: all " + asked + " figures differ by less than their margins.";
            case NOT_WORSE ->
                sides + " is not worse: the runs exclude a worsening of the block or more for all "
                        + comparison.compared().stream()
                                .filter(ComparedMeasure::isBlocked)
                                .count()
                        + " figures that have one; " + equivalent + " of them are equivalent.";
            case HINT -> screened(comparison);
            case UNKNOWN -> throw new IllegalStateException("a decision has an outcome");
            case UNDECIDED ->
                "Undecided between " + comparison.candidate() + " and " + comparison.base() + ": "
                        + (asked == 0
                                ? "no figure was compared"
                                : "no figure is worse or better for certain, " + equivalent + " of " + asked
                                        + " are equivalent")
                        + comparison
                                .earlierFailure()
                                .map(failure -> "; " + failure)
                                .orElse("") + ".";
        };
    }

    private static String screened(RunComparison comparison) {
        List<ComparedMeasure> screening = comparison.with(ComparisonVerdict.SCREENING);
        List<ComparedMeasure> hints = screening.stream()
                .filter(one -> PhaseDecision.isChange(one.uncorrectedVerdict()))
                .sorted(Comparator.comparingDouble(
                        (ComparedMeasure one) -> -Math.abs(one.change().value())))
                .toList();
        String hint = hints.isEmpty()
                ? largest(screening, comparison)
                : "a hint in " + hints.size() + " of " + screening.size() + " figures, the largest: "
                        + change(hints.get(0), comparison);
        return "Screening only, " + runs(comparison) + ": " + hint + ". "
                + comparison.policy().minimumRuns()
                + " runs per side are the minimum for a decision, because runs differ more than requests do.";
    }

    /** Where no repeats show how runs differ, there is no interval that a hint could rest on; a large change is still named. */
    private static String largest(List<ComparedMeasure> screening, RunComparison comparison) {
        List<ComparedMeasure> bare = screening.stream()
                .filter(one -> one.change().low().isEmpty())
                .sorted(Comparator.comparingDouble(
                        (ComparedMeasure one) -> -Math.abs(one.change().value()) / one.margin()))
                .toList();
        if (bare.isEmpty()) {
            return "nothing stands out";
        }
        String change = change(bare.get(0), comparison);
        if (bare.size() == screening.size()) {
            return "without repeats, the variation between runs is unknown, so no change is significant; the largest is "
                    + change;
        }
        return bare.get(0).change().exceeds(bare.get(0).margin())
                ? "no figure with an interval stands out; the largest change without one is " + change
                : "nothing stands out";
    }

    private static String count(List<ComparedMeasure> found, RunComparison comparison) {
        return found.size() + " of " + comparison.compared().size() + " figures, first "
                + change(found.get(0), comparison);
    }

    private static String change(ComparedMeasure compared, RunComparison comparison) {
        return ComparisonText.change(compared, comparison.policy().confidence());
    }
}
