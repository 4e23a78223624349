package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
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
        return new AlertDraft(
                AlertKind.TUNE_STUCK,
                alerts.settings(AlertKind.TUNE_STUCK).severity(),
                ImmutableMap.of("tune", tune, "experiment", experiment),
                since,
                true,
                ImmutableMap.of(
                        Annotation.SUMMARY,
                        "tune " + tune + " of " + experiment + " does not go on",
                        Annotation.VALUE,
                        why,
                        Annotation.AFFECTED,
                        "target " + target));
    }

    private AlertDraft ended(TuneState state, Instant at) {
        return new AlertDraft(
                AlertKind.TUNE_ENDED,
                alerts.settings(AlertKind.TUNE_ENDED).severity(),
                ImmutableMap.of("tune", state.getTune(), "experiment", state.getExperiment()),
                at,
                true,
                ImmutableMap.of(
                        Annotation.SUMMARY,
                        "tune " + state.getTune() + " of " + state.getExperiment() + " ended: "
                                + (state.getEvidence().isEmpty() ? state.getDescription() : state.getEvidence()),
                        Annotation.VALUE,
                        state.getEnded() + " server starts, " + state.getInfeasible() + " of them infeasible",
                        Annotation.AFFECTED,
                        "target " + state.getTarget()));
    }
}
