package io.tidemark.reports.section;

import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.DecisionFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The verdict of a report in one sentence: the decision between its phases, or why there is none. */
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
        PhaseDecision decision = model.decision();
        if (decision.sentence().isEmpty()) {
            return new Block.Headline(nothing(), Tone.PLAIN);
        }
        return decision.sides().size() < 2
                ? new Block.Headline(decision.sentence(), Tone.PLAIN)
                : DecisionFormat.headline(decision);
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
                .map(step -> oneKind ? ValueText.loadNumber(step.load()) : ValueText.load(step.loadKind(), step.load()))
                .distinct()
                .toList();
        boolean allAtOnce = steps.stream().anyMatch(StepReport::isAllAtOnce);
        if (loads.isEmpty()) {
            return allAtOnce ? "requests due all at once" : "no load yet";
        }
        String last = loads.get(loads.size() - 1);
        String before = String.join(", ", loads.subList(0, loads.size() - 1));
        return (before.isEmpty() ? last : before + " and " + last)
                + (oneKind ? " " + ValueText.loadUnit(model.loadKind()) : "")
                + (allAtOnce ? ", and with requests all at once" : "");
    }

    private String nothing() {
        if (model.runs().isEmpty()) {
            return "There is no run to report on.";
        }
        boolean anyResult = model.runs().stream().anyMatch(run -> !run.steps().isEmpty());
        return "There is no answer: " + (anyResult ? "no run is valid." : "no step has a result.");
    }
}
