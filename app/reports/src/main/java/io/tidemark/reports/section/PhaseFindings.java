package io.tidemark.reports.section;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.events.BreachState;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.format.CapacityFormat;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.CorrelatedSignalRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an engineer wants to know of one phase: what it held, what broke first and with what it moved, what is undecided. */
final class PhaseFindings {
    private static final int MAX_SIGNALS = 3;

    private final PhaseReport phase;
    private final String headline;

    /** @param headline sentence above, of which nothing is repeated */
    PhaseFindings(PhaseReport phase, String headline) {
        this.phase = phase;
        this.headline = headline;
    }

    /** What broke first, for each kind of load at which something did. */
    List<String> firstBreaks() {
        return phase.loadKinds().stream()
                .flatMap(kind -> firstBreak(phase.capacity(kind), kind).stream())
                .map(broken -> phase.phase() + ": " + broken)
                .toList();
    }

    List<String> sentences() {
        if (phase.validRuns().isEmpty()) {
            return List.of(phase.phase() + ": no valid run, so there is no result.");
        }
        List<String> sentences = new ArrayList<>();
        phase.loadKinds().forEach(kind -> addCapacity(kind, sentences));
        phase.validSteps().stream().filter(StepReport::isAllAtOnce).forEach(step -> sentences.add(allAtOnce(step)));
        phase.validSteps().forEach(step -> undecided(step).forEach(sentences::add));
        return sentences;
    }

    private void addCapacity(LoadKind kind, List<String> sentences) {
        Capacity capacity = phase.capacity(kind);
        String held = LoadText.held(capacity, kind);
        String broken = firstBreak(capacity, kind).orElseGet(() -> unbroken(kind));
        sentences.add(
                headline.contains(held)
                        ? phase.phase() + ": " + broken
                        : phase.phase() + " holds " + held + " within the SLO. " + broken);
        onTheOtherBasis(kind).ifPresent(sentences::add);
        CapacityFormat.contradictions(capacity, kind)
                .forEach(description -> sentences.add(
                        phase.phase() + ": " + description + ". Repeat the run before you rely on either."));
    }

    /** Short-run and sustained are distinguished: what its steps' own verdicts are not about stands beside it. */
    private Optional<String> onTheOtherBasis(LoadKind kind) {
        if (phase.verdictOn() == VerdictBasis.SHORT_RUN) {
            return phase.capacity(kind, VerdictBasis.SUSTAINED)
                    .map(
                            held -> phase.phase()
                                    + ": these verdicts hold for these requests only, as the plan asks (verdict: short-run). "
                                    + (isKnown(held)
                                            ? "If the load continues, it holds " + LoadText.held(held, kind) + "."
                                            : "For sustained verdicts, use steps of two minutes or more and verdict: sustained."));
        }
        return phase.capacity(kind, VerdictBasis.SHORT_RUN)
                .filter(held -> phase.verdictOn() == VerdictBasis.SUSTAINED && isKnown(held))
                .map(held -> LoadText.held(held, kind))
                .filter(held -> !held.equals(LoadText.held(phase.capacity(kind), kind)))
                .map(held -> phase.phase() + ": for these requests only (verdict: short-run) it holds " + held + ".");
    }

    private static boolean isKnown(Capacity capacity) {
        return capacity.heldUpTo().isPresent() || capacity.failsFrom().isPresent();
    }

    private String allAtOnce(StepReport step) {
        String failed = step.objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.FAIL)
                .map(ObjectiveFormat::observed)
                .collect(Collectors.joining("; "));
        String outcome = failed.isEmpty() ? step.verdict().name() : "FAIL: " + failed;
        return phase.phase() + " with "
                + ValueText.count(step.counts().due()) + " requests all at once: " + outcome
                + ". This is not a rate, so the held load ignores it.";
    }

    private Optional<String> firstBreak(Capacity capacity, LoadKind kind) {
        if (capacity.failsFrom().isEmpty()) {
            return Optional.empty();
        }
        double load = capacity.failsFrom().getAsDouble();
        String broken = failedAt(load, kind).map(ObjectiveFormat::observed).collect(Collectors.joining("; "));
        if (broken.isEmpty()) {
            return Optional.of("what broke first, at " + ValueText.load(kind, load) + ", is not known.");
        }
        return Optional.of("what broke first, at " + ValueText.load(kind, load) + ": " + broken + "."
                + correlatedSignals(load, kind));
    }

    /** Nothing failed; what was not judged could not. */
    private String unbroken(LoadKind kind) {
        List<Verdict> verdicts = phase.validSteps().stream()
                .filter(step -> !step.isAllAtOnce() && step.loadKind() == kind)
                .map(step -> step.verdict())
                .toList();
        if (verdicts.stream().allMatch(verdict -> verdict == Verdict.UNKNOWN)) {
            return "no step has a verdict.";
        }
        return verdicts.contains(Verdict.UNKNOWN)
                ? "no judged load failed; some loads were not judged."
                : "no tested load failed.";
    }

    private Stream<ObjectiveRow> failedAt(double load, LoadKind kind) {
        return phase.validSteps().stream()
                .filter(step -> step.loadKind() == kind && Double.compare(step.load(), load) == 0)
                .flatMap(step -> step.objectives().stream())
                .filter(objective -> objective.verdict() == Verdict.FAIL);
    }

    private String correlatedSignals(double load, LoadKind kind) {
        List<String> moved = phase.validRuns().stream()
                .flatMap(run -> breachesAt(run, load, kind))
                .flatMap(breach -> breach.correlatedSignals().stream())
                .filter(move -> !move.signal().equals(CorrelatedSignal.DUE.id())) // the load is what the sentence is of
                .map(PhaseFindings::movedSignals)
                .distinct()
                .limit(MAX_SIGNALS)
                .toList();
        return moved.isEmpty() ? nothingMoved(load, kind) : " It moved with " + String.join("; ", moved) + ".";
    }

    /** That no server signal moved, or why that is not known. */
    private String nothingMoved(double load, LoadKind kind) {
        return phase.validRuns().stream()
                .flatMap(run -> breachesAt(run, load, kind))
                .map(breach -> breach.remarks().correlationSummary())
                .filter(description -> !description.isEmpty())
                .findFirst()
                .map(description -> " " + description)
                .orElse("");
    }

    private static Stream<BreachRow> breachesAt(RunReport run, double load, LoadKind kind) {
        return run.breaches().stream()
                .filter(breach -> breach.state() != BreachState.RETRACTED)
                .filter(breach -> run.steps().stream()
                        .anyMatch(step -> step.step() == breach.step()
                                && step.loadKind() == kind
                                && Double.compare(step.load(), load) == 0
                                && failed(step, breach)));
    }

    private static boolean failed(StepReport step, BreachRow breach) {
        return step.objectives().stream()
                .anyMatch(objective -> objective.verdict() == Verdict.FAIL
                        && objective.objective().equals(breach.objective()));
    }

    /** In the words of what moves; a signal that is not known by them, by its name. */
    static String movedSignals(CorrelatedSignalRow move) {
        return CorrelatedSignal.byId(move.signal())
                .map(mover -> mover.describeMove(move.before(), move.during()))
                .orElseGet(() -> move.signal() + " " + ValueText.digits(move.before()) + " -> "
                        + ValueText.digits(move.during()));
    }

    private List<String> undecided(StepReport step) {
        if (step.verdict() != Verdict.INCONCLUSIVE) {
            return List.of();
        }
        return step.objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.INCONCLUSIVE)
                .map(objective -> phase.phase() + " at " + step.loadText()
                        + " is INCONCLUSIVE: " + observed(step, objective) + "; "
                        + ObjectiveFormat.needed(objective) + ".")
                .toList();
    }

    private String observed(StepReport step, ObjectiveRow objective) {
        return phase.runs().stream().anyMatch(run -> run.leavesUnknown(step, objective))
                ? ObjectiveFormat.unknown(objective)
                : ObjectiveFormat.observed(objective);
    }
}
