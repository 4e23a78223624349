package io.tidemark.alerts.rule;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Instant;
import java.util.Map;

/** Runs of watched plans that are worse than their baseline, suspected first, then confirmed; and watched plans that are due and cannot run. */
final class WatchRule {
    private final ActiveAlerts alerts;
    private final Facts facts;

    WatchRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    void on(WatchState state) {
        suspicion(state);
        blocked(state);
    }

    private void suspicion(WatchState state) {
        Map<String, String> plan = Map.of("watch", state.getWatch());
        switch (state.getVerdict()) {
            case SUSPECTED -> {
                endOthers(AlertKind.REGRESSION_SUSPECTED, state, "a newer run is suspected");
                // While a run is confirmed to be worse no other is suspected, until the baseline is set anew.
                alerts.resolveAll(
                        AlertKind.REGRESSION_CONFIRMED,
                        plan,
                        alerts.now(),
                        "the baseline was set anew: run " + state.getSuspectRun()
                                + " is suspected to be worse than the new one");
                alerts.raise(regression(AlertKind.REGRESSION_SUSPECTED, state));
            }
            case CONFIRMED -> {
                alerts.resolveAll(
                        AlertKind.REGRESSION_SUSPECTED,
                        plan,
                        alerts.now(),
                        "confirmed by " + state.getConfirmingRuns().size() + " runs");
                endOthers(AlertKind.REGRESSION_CONFIRMED, state, "a newer run is confirmed to be worse");
                alerts.raise(regression(AlertKind.REGRESSION_CONFIRMED, state));
            }
            case REFUTED -> end(plan, "refuted: the confirming runs are not worse");
            case CLEAR ->
                end(
                        plan,
                        state.getEvidence().isEmpty()
                                ? "run " + state.getLastRun() + " is not suspected to be worse than the baseline"
                                : state.getEvidence());
            case UNKNOWN -> {
                if (state.getActivity() == WatchActivity.ENDED) {
                    end(plan, "the plan is watched no more");
                }
            }
        }
    }

    private void end(Map<String, String> plan, String reason) {
        alerts.resolveAll(AlertKind.REGRESSION_SUSPECTED, plan, alerts.now(), reason);
        alerts.resolveAll(AlertKind.REGRESSION_CONFIRMED, plan, alerts.now(), reason);
    }

    /** Of one plan only the newest suspect has an alert. */
    private void endOthers(AlertKind kind, WatchState state, String reason) {
        alerts.matching(kind, Map.of("watch", state.getWatch())).stream()
                .map(alert -> alert.labels().getOrDefault("run", ""))
                .filter(run -> !run.equals(state.getSuspectRun()))
                .forEach(run ->
                        alerts.resolveAll(kind, Map.of("watch", state.getWatch(), "run", run), alerts.now(), reason));
    }

    private AlertDraft regression(AlertKind kind, WatchState state) {
        Instant since = state.getSuspectSince() == null ? alerts.now() : state.getSuspectSince();
        Map<String, String> labels = Map.of(
                "watch", state.getWatch(),
                "experiment", state.getExperiment(),
                "phase", state.getPhase(),
                "base", state.getBaseline(),
                "run", state.getSuspectRun());
        String worse = " worse than baseline " + state.getBaseline();
        return alerts.draft(kind, labels, since)
                .annotation(
                        Annotation.SUMMARY,
                        "run " + state.getSuspectRun() + " of watched plan " + state.getWatch()
                                + (state.getVerdict() == WatchVerdict.CONFIRMED ? " is" : " is suspected to be")
                                + worse)
                .annotation(Annotation.OBJECTIVE, "no" + worse)
                .annotation(Annotation.VALUE, state.getEvidence())
                .annotation(Annotation.CONFIGURATION, RunFact.configurationChangeOf(facts, state.getSuspectRun()))
                .annotation(Annotation.AFFECTED, "target " + state.getTarget())
                .annotation(Annotation.CERTAINTY, certainty(state));
    }

    private static String certainty(WatchState state) {
        int made = state.getConfirmingRuns().size();
        if (state.getVerdict() == WatchVerdict.CONFIRMED) {
            return "Confirmed by " + made + " runs that were made for it: "
                    + String.join(", ", state.getConfirmingRuns()) + ".";
        }
        return state.getConfirmationsWanted() == 0
                ? "A suspicion by one run; this plan makes no confirming runs."
                : "A suspicion by one run; " + made + " of " + state.getConfirmationsWanted()
                        + " confirming runs ended.";
    }

    private void blocked(WatchState state) {
        Map<String, String> labels = Map.of("watch", state.getWatch(), "phase", state.getPhase());
        AlertDraft draft = alerts.draft(AlertKind.WATCH_BLOCKED, labels, alerts.now())
                .unsettled()
                .annotation(Annotation.SUMMARY, "watched plan " + state.getWatch() + " is due and cannot run")
                .annotation(Annotation.VALUE, state.getDescription())
                .annotation(Annotation.AFFECTED, "target " + state.getTarget());
        boolean blocked = state.getActivity() == WatchActivity.BLOCKED;
        alerts.report(draft, blocked, "the plan runs again, or is watched no more");
    }
}
