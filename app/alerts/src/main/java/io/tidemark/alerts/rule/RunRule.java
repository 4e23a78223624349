package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.EpochMicros;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Phases that begin, runs that end, runs that are INVALID, and events of runs that never came. A run that is a trial is none of its phase. */
final class RunRule {
    /** What began or ended longer ago is history, as when a dispatcher starts for the first time. */
    private static final Duration HISTORY = Duration.ofHours(1);
    /** For so long after a run's end its final step results are waited for. */
    private static final Duration RESULTS_WITHIN = Duration.ofMinutes(1);

    private final ActiveAlerts alerts;
    private final Facts facts;
    /** By run: when its end was first seen, on the process' own clock. */
    private final Map<String, Long> endReadNanos = new HashMap<>();

    RunRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    void on(RunState state) {
        boolean known = RunFact.of(facts, state.getRun()).isPresent();
        if (!known && isHistory(state)) {
            return;
        }
        RunFact run =
                RunFact.of(facts, state.getRun()).orElseGet(() -> began(state)).with(state);
        facts.put(RunFact.key(run.run()), run);
        if (run.isTrial()) {
            return;
        }
        if (run.status() == RunStatus.INVALID) {
            invalid(run, state.getInvalidReasons());
        }
        if (run.status() == RunStatus.ENDED) {
            alerts.resolveAll(
                    AlertKind.RUN_INVALID,
                    Map.of("experiment", run.experiment(), "phase", run.phase()),
                    run.ended().orElse(alerts.now()),
                    "run " + run.run() + " of the same phase ended valid");
        }
    }

    private boolean isHistory(RunState state) {
        return state.getEnded() != null
                && state.getEnded().isBefore(alerts.now().minus(HISTORY));
    }

    private RunFact began(RunState state) {
        return fact(
                state, RunLabels.isTrial(state.getLabels()) ? "" : phase(state).change());
    }

    private static RunFact fact(RunState state, String change) {
        return new RunFact(
                state.getRun(),
                state.getExperiment(),
                state.getPhase(),
                state.getLabels(),
                change,
                List.copyOf(state.getLanes()),
                state.getStepCount(),
                state.getStatus(),
                EpochMicros.of(state.getStarted()),
                0,
                Map.of(),
                false);
    }

    /** The phase that a run belongs to; an event where it is another one than that of the run before. */
    private PhaseFact phase(RunState state) {
        String key = PhaseFact.key(state.getExperiment());
        Map<String, String> configuration = new TreeMap<>(state.getPhaseConfig());
        PhaseFact before =
                facts.get(key, PhaseFact.class).orElseGet(() -> new PhaseFact("", configuration, configuration, ""));
        if (before.phase().equals(state.getPhase())) {
            return before;
        }
        PhaseFact phase = new PhaseFact(state.getPhase(), configuration, before.configuration(), before.phase());
        facts.put(key, phase);
        if (state.getStarted().isAfter(alerts.now().minus(HISTORY))) {
            alerts.event(started(state, phase));
        }
        return phase;
    }

    private AlertDraft started(RunState state, PhaseFact phase) {
        return alerts.draft(AlertKind.PHASE_STARTED, fact(state, phase.change()).alertLabels(), state.getStarted())
                .annotation(Annotation.SUMMARY, "phase " + state.getPhase() + " of " + state.getExperiment() + " began")
                .annotation(Annotation.CONFIGURATION, phase.change());
    }

    private void invalid(RunFact run, List<String> reasons) {
        Instant since = run.ended().orElse(run.started());
        alerts.raise(alerts.draft(AlertKind.RUN_INVALID, run.alertLabels(), since)
                .annotation(Annotation.SUMMARY, run.description() + ", is INVALID")
                .annotation(Annotation.VALUE, String.join("; ", reasons))
                .annotation(Annotation.CONFIGURATION, run.configurationChange())
                .annotation(Annotation.CERTAINTY, "The load generator reported it."));
    }

    void on(StepResult result) {
        if (!RequestClass.isWholeStep(result)) {
            return;
        }
        if (result.getFinality() == Finality.FINAL) {
            RunFact.of(facts, result.getRun())
                    .ifPresent(
                            run -> facts.put(RunFact.key(run.run()), run.with(result.getStep(), result.getVerdict())));
        }
        missing(result);
    }

    private void missing(StepResult result) {
        String step = Words.step(result.getStep());
        ImmutableMap<String, String> labels =
                RunFact.alertLabelsOf(facts, result.getExperiment(), result.getPhase(), result.getRun());
        AlertDraft draft = alerts.draft(AlertKind.EVENTS_MISSING, labels, result.getMeasureFrom())
                .label("step", step)
                .annotation(
                        Annotation.SUMMARY, "events of step " + step + " of run " + result.getRun() + " are missing")
                .annotation(
                        Annotation.VALUE,
                        result.getMissing()
                                + " events that the load generator announced never came, or are dead letters")
                .annotation(
                        Annotation.CERTAINTY, "Each lane announces how many events it sent; these were waited for.");
        alerts.report(draft, result.getMissing() > 0, "the events came late");
    }

    /** Announces the ends of runs, and forgets runs that ended long ago. */
    void tick(long nanos) {
        for (RunFact run : RunFact.all(facts)) {
            run.ended().ifPresent(ended -> ended(run, ended, nanos));
        }
    }

    /** The wait counts from when the end was read: a run in virtual time ended in the past. */
    private void ended(RunFact run, Instant ended, long nanos) {
        if (run.announced() || run.isTrial()) {
            if (ended.plus(HISTORY).isBefore(alerts.now())) {
                facts.remove(RunFact.key(run.run()));
            }
            return;
        }
        boolean complete = run.verdicts().size() >= run.stepCount();
        boolean waited = nanos - endReadNanos.computeIfAbsent(run.run(), first -> nanos) >= RESULTS_WITHIN.toNanos();
        if (complete || waited || run.status() == RunStatus.INVALID) {
            alerts.event(end(run, ended));
            facts.put(RunFact.key(run.run()), run.asAnnounced());
            endReadNanos.remove(run.run());
        }
    }

    private AlertDraft end(RunFact run, Instant ended) {
        String verdict = verdict(run);
        return alerts.draft(AlertKind.RUN_ENDED, run.alertLabels(), ended)
                .annotation(Annotation.SUMMARY, run.description() + ", ended: " + verdict + failed(run))
                .annotation(Annotation.VERDICT, verdict)
                .annotation(Annotation.CONFIGURATION, run.configurationChange());
    }

    /** " in steps 2, 3 of 4"; empty where none failed, or the run's verdict is another. */
    private static String failed(RunFact run) {
        List<String> steps = run.verdicts().entrySet().stream()
                .filter(step -> step.getValue() == Verdict.FAIL)
                .map(step -> Words.step(step.getKey()))
                .toList();
        return steps.isEmpty() || !verdict(run).equals("fail")
                ? ""
                : (steps.size() == 1 ? " in step " : " in steps ") + String.join(", ", steps) + " of "
                        + run.stepCount();
    }

    private static String verdict(RunFact run) {
        Collection<Verdict> steps = run.verdicts().values();
        return switch (run.status()) {
            case INVALID -> "invalid";
            case ABORTED -> "aborted";
            default -> {
                if (steps.contains(Verdict.FAIL)) {
                    yield "fail";
                }
                if (steps.size() < run.stepCount()) {
                    yield "not known: " + (run.stepCount() - steps.size()) + " of "
                            + ValueText.count(run.stepCount(), "step") + " had no final result within "
                            + Words.duration(RESULTS_WITHIN);
                }
                yield steps.stream().allMatch(Verdict.PASS::equals) ? "pass" : "inconclusive";
            }
        };
    }

    /**
     * The phase of an experiment that began last.
     *
     * @param configuration the server flags that it declares
     * @param previous the configuration of the phase before it; equal to its own for the first phase
     * @param previousPhase name of that phase; empty for the first
     */
    record PhaseFact(
            String phase, Map<String, String> configuration, Map<String, String> previous, String previousPhase) {
        static String key(String experiment) {
            return "phase/" + experiment;
        }

        /** What differs from the phase before; empty for the first phase. */
        String change() {
            return previousPhase.isEmpty()
                    ? ""
                    : "since phase " + previousPhase + ": " + Words.difference(previous, configuration);
        }
    }
}
