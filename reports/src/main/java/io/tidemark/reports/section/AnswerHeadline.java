package io.tidemark.reports.section;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.PhaseResult;
import io.tidemark.analysis.capacity.PhaseWinner;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.CapacityFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.StepReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The verdict of a report in one sentence: who holds more load within the SLO, and how certain that is. */
final class AnswerHeadline {
    private final ReportModel model;

    AnswerHeadline(ReportModel model) {
        this.model = model;
    }

    /** The verdict of a search is the search's own: a probe is too short to be judged as a run is. */
    Block.Headline block() {
        if (model.isOfSearch()) {
            return new Block.Headline(model.search().get(0), Tone.PLAIN);
        }
        Optional<String> failure = failureOfAll();
        if (failure.isPresent()) {
            return new Block.Headline("Nothing was measured: " + failure.get() + ".", Tone.BAD);
        }
        if (!model.hasObjectives() && !model.runs().isEmpty()) {
            return new Block.Headline(unjudged(), Tone.PLAIN);
        }
        if (!model.comparable()) {
            return new Block.Headline("There is no winner: the runs cannot be compared.", Tone.DOUBT);
        }
        if (model.phases().stream().noneMatch(phase -> !phase.loadKinds().isEmpty()) && haveSteps()) {
            return new Block.Headline(
                    "All requests were due at once, which is not a load that can be held: each step is judged alone.",
                    Tone.PLAIN);
        }
        if (!model.sameLoadKind()) {
            return new Block.Headline("There is no winner: phases were driven by different kinds of load.", Tone.DOUBT);
        }
        PhaseWinner winner = model.winner();
        if (winner instanceof PhaseWinner.HigherLoad higher) {
            return new Block.Headline(higherLoad(higher), higher.certain() ? Tone.GOOD : Tone.DOUBT);
        }
        if (winner instanceof PhaseWinner.LowerLatency lower) {
            return new Block.Headline(lowerLatency(lower), Tone.DOUBT);
        }
        if (winner instanceof PhaseWinner.Undecided undecided) {
            return new Block.Headline(
                    "No phase holds more load: " + held(undecided.tied()) + ", and their p95 do not differ clearly.",
                    Tone.DOUBT);
        }
        if (winner instanceof PhaseWinner.NoneHolds none) {
            return new Block.Headline(
                    "No phase holds a tested load for certain: " + held(none.phases()) + ".", Tone.DOUBT);
        }
        String only = ((PhaseWinner.NothingToCompare) winner)
                .only()
                .map(phase -> held(phase) + " within the SLO.")
                .orElseGet(this::nothing);
        return new Block.Headline(only, Tone.PLAIN);
    }

    /** Of the first run, where not one request of any run succeeded because of its target. */
    private Optional<String> failureOfAll() {
        boolean none = model.runs().stream()
                .allMatch(run -> run.run().notes().targetFailure().isPresent()
                        && run.steps().stream()
                                .allMatch(step -> step.result().counts().ok() == 0));
        return none
                ? model.runs().stream()
                        .findFirst()
                        .flatMap(run -> run.run().notes().targetFailure())
                : Optional.empty();
    }

    private boolean haveSteps() {
        return model.phases().stream().anyMatch(phase -> !phase.validSteps().isEmpty());
    }

    private String higherLoad(PhaseWinner.HigherLoad winner) {
        String first = winner.first().phase();
        String heldFirst = CapacityFormat.format(winner.first().capacity(), model.loadKind());
        if (!winner.certain()) {
            return first + " leads, but not with certainty: it holds " + heldFirst + " within the SLO, "
                    + held(winner.second()) + "; " + doubt(winner.second()) + others() + ".";
        }
        return first + " holds more load: " + heldFirst + " within the SLO, " + held(winner.second())
                + factor(winner.first().capacity(), winner.second().capacity()) + others() + hint() + ".";
    }

    private static String doubt(PhaseResult second) {
        return second.capacity().monotone()
                ? "the intervals overlap"
                : "but " + second.phase() + " also passed above a load at which it failed";
    }

    /** Of more than two phases, why these two are named. */
    private String others() {
        return model.candidateCount() > 2
                ? " (of " + model.candidateCount() + " phases, the two that may hold the most)"
                : "";
    }

    /** Runs differ by more than intervals within a run say. */
    private String hint() {
        List<String> single = model.phases().stream()
                .filter(phase -> phase.runs().size() < 2)
                .map(PhaseReport::phase)
                .toList();
        if (single.isEmpty()) {
            return "";
        }
        return single.size() == model.phases().size()
                ? " (a hint: one run each)"
                : " (a hint: one run of " + String.join(" and ", single) + ")";
    }

    private String lowerLatency(PhaseWinner.LowerLatency winner) {
        String first = winner.first().phase();
        return "No phase holds a higher load with certainty: " + held(winner.first()) + ", " + held(winner.second())
                + ". The p95 of "
                + first + " is lower in " + winner.faster() + " of " + winner.compared()
                + " comparisons at loads that both ran, and higher in " + winner.slower()
                + " (a hint from one run each, not a proof).";
    }

    private static String factor(Capacity first, Capacity second) {
        OptionalDouble secondFails = second.failsFrom();
        if (first.heldUpTo().isEmpty() || secondFails.isEmpty()) {
            return "";
        }
        String least = ValueFormat.digits(first.heldUpTo().getAsDouble() / secondFails.getAsDouble());
        if (first.failsFrom().isEmpty() || second.heldUpTo().isEmpty()) {
            return "1".equals(least) ? ": at least as much" : ": at least " + least + " times as much";
        }
        String highest = ValueFormat.digits(
                first.heldUpTo().getAsDouble() / second.heldUpTo().getAsDouble());
        return ": " + highest + " times as much (" + ("1".equals(least) ? "above 1" : least) + " to "
                + ValueFormat.digits(
                        first.failsFrom().getAsDouble() / second.heldUpTo().getAsDouble())
                + ")";
    }

    private String unjudged() {
        boolean evaluatedOnly = model.runs().stream()
                .allMatch(run -> run.steps().isEmpty() && !run.quality().isEmpty());
        return evaluatedOnly
                ? "Answers were evaluated, no load was measured."
                : "No SLO was given, so nothing is judged: " + measured() + ".";
    }

    /** "tuned was measured at 8 and 32 concurrent". */
    private String measured() {
        return model.phases().stream()
                .filter(phase -> !isEvaluatedOnly(phase))
                .map(phase -> phase.phase() + " was measured at " + loads(phase))
                .collect(Collectors.joining("; "));
    }

    private static boolean isEvaluatedOnly(PhaseReport phase) {
        return phase.steps().isEmpty()
                && phase.runs().stream().anyMatch(run -> !run.quality().isEmpty());
    }

    private String loads(PhaseReport phase) {
        List<StepReport> steps = phase.steps();
        boolean oneKind = phase.loadKinds().size() <= 1;
        List<String> loads = steps.stream()
                .filter(step -> !step.isAllAtOnce())
                .map(step ->
                        oneKind ? ValueFormat.bareLoad(step.load()) : ValueFormat.load(step.loadKind(), step.load()))
                .distinct()
                .toList();
        boolean allAtOnce = steps.stream().anyMatch(StepReport::isAllAtOnce);
        if (loads.isEmpty()) {
            return allAtOnce ? "requests due all at once" : "no load yet";
        }
        String last = loads.get(loads.size() - 1);
        String before = String.join(", ", loads.subList(0, loads.size() - 1));
        return (before.isEmpty() ? last : before + " and " + last)
                + (oneKind ? " " + ValueFormat.unit(model.loadKind()) : "")
                + (allAtOnce ? ", and with requests all at once" : "");
    }

    private String nothing() {
        if (model.runs().isEmpty()) {
            return "There is no run to report on.";
        }
        boolean anyResult = model.runs().stream().anyMatch(run -> !run.steps().isEmpty());
        return "There is no answer: " + (anyResult ? "no run is valid." : "no step has a result.");
    }

    /** "a, b hold between 2 and 2.5 req/s; c holds at least 2 req/s". */
    private String held(List<PhaseResult> phases) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        phases.forEach(phase -> alike.computeIfAbsent(
                        CapacityFormat.format(phase.capacity(), model.loadKind()), words -> new ArrayList<>())
                .add(phase.phase()));
        return alike.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue())
                        + (entry.getValue().size() == 1 ? " holds " : " hold ")
                        + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private String held(PhaseResult phase) {
        return phase.phase() + " holds " + CapacityFormat.format(phase.capacity(), model.loadKind());
    }
}
