package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.analysis.objective.BadShareJudge;
import io.tidemark.analysis.objective.BadShareJudgement;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.SloBreach;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Breaches of objectives, and of their burn-rate rules. */
final class BreachRule {
    static final ImmutableSet<AlertKind> KINDS = Sets.immutableEnumSet(AlertKind.SLO_BREACH, AlertKind.BURN_RATE);

    private final ActiveAlerts alerts;
    private final Facts facts;
    /** Breaches that were retracted since the last round, by what is broken. */
    private final Map<ImmutableList<String>, SloBreach> retracted = new LinkedHashMap<>();

    BreachRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    void on(SloBreach breach) {
        if (breach.getTrial()) {
            return;
        }
        switch (breach.getState()) {
            case OPENED, UPDATED -> open(breach);
            case CLOSED -> closed(breach);
            case RETRACTED -> retracted.put(objective(breach), breach);
            case UNKNOWN ->
                throw new IllegalArgumentException("the state of breach " + breach.getBreach() + " is UNKNOWN");
        }
    }

    /**
     * Of a run that is lost, the streams publish breaches again after they were restarted, and never their end: also when the run is given up and so
     * no longer remembered.
     */
    private void open(SloBreach breach) {
        if (alerts.isActive(AlertKind.RUN_LOST, breach.getRun())) {
            return;
        }
        AlertDraft draft = draft(breach, breach.getEvidence() == Finality.FINAL);
        if (!facts.has(RunFact.key(breach.getRun())) && alerts.hasEnded(draft)) {
            return;
        }
        SloBreach before = retracted.remove(objective(breach));
        if (before != null && !alerts.isFiring(draft)) {
            retract(before);
        }
        alerts.raise(draft);
    }

    /** A breach that late data show from another second is retracted and opened at once: one that fires goes on as one alert. */
    void tick() {
        retracted.values().forEach(this::retract);
        retracted.clear();
    }

    private void retract(SloBreach breach) {
        alerts.conclude(draft(breach, false), ended(breach), "retracted: the final figures do not show the breach");
    }

    /** What is broken, whenever it began. */
    private static ImmutableList<String> objective(SloBreach breach) {
        return ImmutableList.of(
                breach.getRun(),
                Words.step(breach.getStep()),
                breach.getTarget(),
                breach.getRequestClass(),
                breach.getObjective(),
                breach.getRule());
    }

    /** Whether it is the breach of one load of a run that has several. A soak is a state of its server, however many steps come before it. */
    boolean isOfOneLoadOfSeveral(Alert alert) {
        String run = alert.labels().getOrDefault("run", "");
        return KINDS.stream().anyMatch(kind -> kind.alertname().equals(alert.name()))
                && !facts.has(SoakFact.key(run))
                && RunFact.of(facts, run).filter(fact -> fact.stepCount() > 1).isPresent();
    }

    /** What provisional figures close, final ones may show open. */
    private void closed(SloBreach breach) {
        if (breach.getEvidence() != Finality.PROVISIONAL) {
            alerts.conclude(draft(breach, true), ended(breach), reason(breach));
        }
    }

    private static Instant ended(SloBreach breach) {
        return Optional.ofNullable(breach.getClosed()).orElse(breach.getUpdated());
    }

    private static String reason(SloBreach breach) {
        return switch (breach.getEndedBy()) {
            case CLEARED, UNKNOWN -> "the objective is kept again";
            case SUPERSEDED -> "the objective was changed";
            case REMOVED -> "the objective was removed";
            case ENDED -> "the step or the run ended while the objective was broken";
        };
    }

    private AlertDraft draft(SloBreach breach, boolean settled) {
        AlertKind kind = breach.getBurn() == null ? AlertKind.SLO_BREACH : AlertKind.BURN_RATE;
        String severity = breach.getBurn() == null
                ? alerts.settings(kind).severity()
                : breach.getBurn().getSeverity();
        return new AlertDraft(kind, severity, labels(breach), breach.getOpened(), settled, annotations(breach));
    }

    private ImmutableMap<String, String> labels(SloBreach breach) {
        ImmutableMap.Builder<String, String> labels = ImmutableMap.builder();
        RunFact.of(facts, breach.getRun()).ifPresent(run -> labels.putAll(run.runLabels()));
        return labels.put("experiment", breach.getExperiment())
                .put("phase", breach.getPhase())
                .put("run", breach.getRun())
                .put("step", Words.step(breach.getStep()))
                .put("target", breach.getTarget())
                .put("class", breach.getRequestClass().equals(RequestClass.ALL) ? "" : breach.getRequestClass())
                .put("objective", breach.getObjective())
                .put("rule", breach.getRule())
                .buildOrThrow();
    }

    private ImmutableMap<String, String> annotations(SloBreach breach) {
        return ImmutableMap.of(
                Annotation.SUMMARY, summary(breach),
                Annotation.OBJECTIVE, breach.getObjective(),
                Annotation.VALUE, value(breach),
                Annotation.CORRELATED_SIGNALS, breach.getCorrelationSummary(),
                Annotation.CONFIGURATION, RunFact.configurationChangeOf(facts, breach.getRun()),
                Annotation.AFFECTED, Words.requests(breach.getRequestClass()) + " to target " + breach.getTarget(),
                Annotation.CERTAINTY, certainty(breach));
    }

    private static String summary(SloBreach breach) {
        String where = " in " + breach.getExperiment() + ", phase " + breach.getPhase() + ", step "
                + Words.step(breach.getStep());
        String objective = breach.getObjective();
        return switch (breach.getState()) {
            case OPENED, UPDATED, UNKNOWN -> objective + " is broken" + where;
            case CLOSED -> objective + " was broken" + lasted(breach) + where;
            // The objective may be broken from another second on.
            case RETRACTED ->
                "the breach of " + objective + " since " + ValueFormat.stamp(breach.getOpened()) + where
                        + ", is retracted: later figures do not confirm it";
        };
    }

    /** Of a breach that opened and closed in one second, nothing. */
    private static String lasted(SloBreach breach) {
        Duration length = Duration.between(breach.getOpened(), ended(breach));
        return length.isZero() ? "" : " for " + Words.duration(length);
    }

    /** What the streams found, and the share of bad requests with its interval. */
    private static String value(SloBreach breach) {
        if (breach.getCount() <= 0 || breach.getBad() < 0 || breach.getState() == BreachState.RETRACTED) {
            return breach.getDescription();
        }
        BadShareJudgement share =
                BadShareJudge.judge(Math.min(breach.getBad(), breach.getCount()), breach.getCount(), 1);
        return breach.getDescription() + " Bad: " + ValueText.count(breach.getBad()) + " of "
                + ValueText.count(breach.getCount())
                + (breach.getMetric() == MetricName.ITL ? " gaps in " : " requests in ")
                + Words.duration(Duration.ofSeconds(breach.getWindowSeconds())) + " ("
                + ValueText.percent(share.share()) + ", 95 % interval " + ValueText.percent(share.lowShare())
                + " to "
                + ValueText.percent(share.highShare()) + ").";
    }

    private static String certainty(SloBreach breach) {
        return switch (breach.getEvidence()) {
            case FINAL -> "Final figures: all events of the window were counted.";
            case INCOMPLETE -> "Incomplete figures: a lane of the load generator is silent.";
            case PROVISIONAL, UNKNOWN -> "Provisional figures: final ones follow and may differ.";
        };
    }
}
