package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.ExpectedRun;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * All rules of a team. A round is {@link #begin}, any number of events, {@link #end}; then {@link #takeAlerts} and {@link #takeFacts} give what
 * has to be stored. Not thread-safe.
 */
public final class TeamRules {
    private final ActiveAlerts alerts;
    private final Facts facts;
    private final boolean inhibits;
    private final BreachRule breaches;
    private final RegressionRule regressions;
    private final RunRule runs;
    private final SoakRule soaks;
    private final LaneRule lanes;
    private final TargetRule targets;
    private final DeadLetterRule deadLetters;
    private final ExpectedRunRule expected;
    private final PipelineRule pipeline;
    private final WatchRule watches;
    private final TuneRule tunes;
    private final Inhibition inhibition;
    private long nanos;

    /**
     * What a file says about the rules.
     *
     * @param inhibits whether an alert that another one explains is held back
     */
    public record Configuration(
            Function<AlertKind, RuleSettings> settings,
            boolean inhibits,
            List<ExpectedRun> expected,
            LinkPatterns links) {
        /** What holds without a file. */
        public static Configuration defaults() {
            return new Configuration(AlertKind::defaults, true, List.of(), LinkPatterns.none());
        }
    }

    /**
     * Rules that go on where a process ended.
     *
     * @param known alerts that are pending or firing, and those that ended last
     * @param stored what the rules remembered, by key
     */
    public TeamRules(Team team, Configuration configuration, List<Alert> known, Map<String, String> stored) {
        this.alerts = new ActiveAlerts(team, configuration.settings(), configuration.links(), known);
        this.facts = new Facts(stored);
        this.inhibits = configuration.inhibits();
        this.breaches = new BreachRule(alerts, facts);
        this.regressions = new RegressionRule(alerts, facts);
        this.runs = new RunRule(alerts, facts);
        this.soaks = new SoakRule(alerts, facts);
        this.lanes = new LaneRule(alerts, facts);
        this.targets = new TargetRule(alerts);
        this.deadLetters = new DeadLetterRule(alerts);
        this.expected = new ExpectedRunRule(
                alerts,
                facts,
                configuration.expected().stream().filter(one -> one.isOf(team)).toList());
        this.pipeline = new PipelineRule(alerts);
        this.watches = new WatchRule(alerts, facts);
        this.tunes = new TuneRule(alerts, facts);
        this.inhibition = new Inhibition(alerts, targets);
    }

    /**
     * Begins a round.
     *
     * @param now wall-clock time, for what is stored
     * @param nanos of a clock that never jumps, for what is waited for
     * @param listening whether the newest records of Kafka are read; otherwise nothing is held for silent
     */
    public void begin(Instant now, long nanos, boolean listening) {
        this.nanos = nanos;
        alerts.at(now, nanos);
        if (!listening) {
            lanes.notListening(nanos);
            targets.notListening(nanos);
        }
    }

    /** An event of the team. @throws IllegalArgumentException if no rule reads events of its type */
    public void on(SpecificRecord event) {
        if (event instanceof SloBreach breach) {
            breaches.on(breach);
        } else if (event instanceof Regression regression) {
            regressions.on(regression);
        } else if (event instanceof StepResult result) {
            runs.on(result);
            soaks.on(result, nanos);
        } else if (event instanceof Heartbeat beat) {
            lanes.on(beat, nanos);
        } else if (event instanceof ServerSample sample) {
            targets.on(sample, nanos);
        } else if (event instanceof ControlEvent control) {
            if (control.getState() instanceof RunState run) {
                runs.on(run);
                lanes.on(run, nanos);
            } else if (control.getState() instanceof WatchState watch) {
                watches.on(watch);
            } else if (control.getState() instanceof TuneState tune) {
                tunes.on(tune, control.getAt());
            } else if (control.getState() instanceof TrialState trial) {
                tunes.on(trial, control.getAt());
            }
        } else {
            throw new IllegalArgumentException(
                    "no rule reads " + event.getSchema().getFullName());
        }
    }

    /** A dead letter of the team. */
    public void onDeadLetter(Instant appended, String reason) {
        deadLetters.on(appended, reason, nanos);
    }

    /** How the pipeline stands. */
    public void on(PipelineState state) {
        pipeline.on(state);
    }

    /** How many alerts and recent events of the team a receiver was not notified of one by one, those that were refused among them. */
    public void onHeldBack(long alerts) {
        pipeline.onHeldBack(alerts);
    }

    /** Alerts that lately found no room, of the team or of a receiver. */
    public RefusedAlerts refused() {
        return alerts.refused();
    }

    /** Whether it is the breach of one load of a run that has several: receivers are notified once of all of them. */
    public boolean isOfOneLoadOfSeveral(Alert alert) {
        return breaches.isOfOneLoadOfSeveral(alert);
    }

    /** Ends a round: what waited for long enough fires, what is silent is reported as silent, and what is explained is held back. */
    public void end() {
        breaches.tick();
        regressions.tick();
        soaks.tick(nanos);
        runs.tick(nanos);
        lanes.tick(nanos);
        targets.tick(nanos);
        deadLetters.tick(nanos);
        expected.tick();
        tunes.tick();
        alerts.tick();
        if (inhibits) {
            inhibition.tick();
        }
    }

    /** Pending and firing alerts. */
    public List<Alert> active() {
        return alerts.active();
    }

    /** New and changed alerts since the last call, in the order of their changes. */
    public List<AlertChange> takeAlerts() {
        return alerts.takeChanges();
    }

    /** What the rules remember, as far as it changed since the last call; empty for what is forgotten. */
    public ImmutableMap<String, Optional<String>> takeFacts() {
        return facts.takeChanges();
    }

    /** How much was forgotten since the last call because the team made too much to remember. */
    public long takeForgotten() {
        return facts.takeForgotten();
    }
}
