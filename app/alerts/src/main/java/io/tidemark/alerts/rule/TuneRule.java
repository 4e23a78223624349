package io.tidemark.alerts.rule;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.schemas.time.EpochMicros;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Tunes that ended, and tunes that cannot go on or of which nothing was heard for a long time. */
final class TuneRule {
    /** A start with its measurement takes an hour or so. */
    private static final Duration SILENT_AFTER = Duration.ofHours(2);

    private static final String PREFIX = "tune/";

    private final ActiveAlerts alerts;
    private final Facts facts;

    TuneRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    /**
     * A tune that goes on.
     *
     * @param heardMicros when its newest state was published, microseconds since 1970
     */
    record TuneFact(String tune, String experiment, String target, String tuner, long heardMicros) {}

    void on(TuneState state, Instant at) {
        String key = PREFIX + state.getTune();
        switch (state.getActivity()) {
            case RUNNING -> {
                facts.put(
                        key,
                        new TuneFact(
                                state.getTune(),
                                state.getExperiment(),
                                state.getTarget(),
                                state.getTuner(),
                                EpochMicros.of(at)));
                resolve(state.getTune(), "the tune goes on");
            }
            case FAILED -> {
                facts.remove(key);
                alerts.raise(
                        stuck(state.getTune(), state.getExperiment(), state.getTarget(), state.getDescription(), at));
            }
            case FINISHED -> {
                facts.remove(key);
                resolve(state.getTune(), "the tune is finished");
                alerts.event(ended(state, at));
            }
            case STOPPED -> {
                facts.remove(key);
                resolve(state.getTune(), "the tune was stopped");
            }
            case UNKNOWN -> {
                // Of a later version: nothing is known of it here.
            }
        }
    }

    void on(TrialState state, Instant at) {
        String key = PREFIX + state.getTune();
        facts.get(key, TuneFact.class)
                .filter(fact -> fact.heardMicros() < EpochMicros.of(at))
                .ifPresent(fact -> facts.put(
                        key,
                        new TuneFact(fact.tune(), fact.experiment(), fact.target(), fact.tuner(), EpochMicros.of(at))));
    }

    /** What is silent is reported as silent. */
    void tick() {
        for (TuneFact fact : facts.all(PREFIX, TuneFact.class)) {
            Instant heard = RunFact.instant(fact.heardMicros());
            if (alerts.now().isAfter(heard.plus(SILENT_AFTER))) {
                alerts.raise(stuck(
                        fact.tune(),
                        fact.experiment(),
                        fact.target(),
                        "nothing was heard of it for " + SILENT_AFTER.toHours() + " h; it ran as " + fact.tuner(),
                        heard.plus(SILENT_AFTER)));
            }
        }
    }

    private void resolve(String tune, String reason) {
        alerts.resolveAll(AlertKind.TUNE_STUCK, Map.of("tune", tune), alerts.now(), reason);
    }

    private AlertDraft stuck(String tune, String experiment, String target, String why, Instant since) {
        return alerts.draft(AlertKind.TUNE_STUCK, Map.of("tune", tune, "experiment", experiment), since)
                .annotation(Annotation.SUMMARY, "tune " + tune + " of " + experiment + " does not go on")
                .annotation(Annotation.VALUE, why)
                .annotation(Annotation.AFFECTED, "target " + target);
    }

    private AlertDraft ended(TuneState state, Instant at) {
        String tune = state.getTune();
        String found = state.getEvidence().isEmpty() ? state.getDescription() : state.getEvidence();
        return alerts.draft(AlertKind.TUNE_ENDED, Map.of("tune", tune, "experiment", state.getExperiment()), at)
                .annotation(Annotation.SUMMARY, "tune " + tune + " of " + state.getExperiment() + " ended: " + found)
                .annotation(
                        Annotation.VALUE,
                        state.getEnded() + " server starts, " + state.getInfeasible() + " of them infeasible")
                .annotation(Annotation.AFFECTED, "target " + state.getTarget());
    }
}
