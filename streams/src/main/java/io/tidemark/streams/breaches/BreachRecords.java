package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnRule;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.RunLabels;
import io.tidemark.streams.explain.BreachCorrelator;
import io.tidemark.streams.objectives.WindowEvidence;
import io.tidemark.streams.panes.SeriesKey;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes breach records of one objective over one series. */
final class BreachRecords {
    private final RunBreaches breaches;
    private final TimelineKey key;
    private final ObjectiveCondition watched;
    private final ObjectiveState objective;

    BreachRecords(RunBreaches breaches, TimelineKey key, ObjectiveCondition watched) {
        this.breaches = breaches;
        this.key = key;
        this.watched = watched;
        this.objective = watched.objective();
    }

    /** {@code now} is what the seconds that contradict a retracted breach can be relied on. */
    SloBreach of(BreachChange change, Finality now) {
        Breach breach = change.breach();
        WindowEvidence latest = breach.latest();
        BreachCorrelator.Correlation moved = new BreachCorrelation(breaches, key, watched).of(breach);
        Instant at = Instant.ofEpochSecond(latest.second());
        Optional<RunState> run = breaches.windows().definitions().run();
        return SloBreach.newBuilder()
                .setBreach(id(breach))
                .setRun(breaches.windows().run())
                .setStep(key.step())
                .setTarget(key.target())
                .setRequestClass(objective.getRequestClass())
                .setExperiment(run.map(RunState::getExperiment).orElse(""))
                .setPhase(run.map(RunState::getPhase).orElse(""))
                .setTrial(run.filter(state -> RunLabels.isTrial(state.getLabels()))
                        .isPresent())
                .setObjective(objective.getName())
                .setMetric(objective.getMetric())
                .setState(change.state())
                .setEvidence(change.state() == BreachState.RETRACTED ? now : breach.evidence())
                .setOpened(Instant.ofEpochSecond(breach.sinceSecond()))
                .setUpdated(at)
                .setClosed(change.state() == BreachState.CLOSED ? at : null)
                .setLimit(limit())
                .setValue(latest.value().value())
                .setValueIsLowerBound(latest.value().lowerBound())
                .setWorst(breach.worst().value())
                .setWorstIsLowerBound(breach.worst().lowerBound())
                .setCount(latest.counted().count())
                .setBad(latest.counted().bad())
                .setFailed(latest.counted().failed())
                .setWaiting(latest.counted().waiting())
                .setFlapping(breach.ending().flapping())
                .setDescription(BreachText.of(watched, change))
                .setWindowSeconds(watched.windowSeconds())
                .setRule(watched.description())
                .setBurn(burn(latest))
                .setEndedBy(
                        change.state() == BreachState.CLOSED ? breach.ending().by() : BreachEnd.UNKNOWN)
                .setCorrelatedSignals(moved.signals())
                .setCorrelationSummary(moved.description())
                .build();
    }

    /** Whether it is found to have moved with other things than it was. */
    boolean isStale(BreachChange change) {
        return new BreachCorrelation(breaches, key, watched).isStale(change.breach());
    }

    private double limit() {
        double own = objective.getKind() == ObjectiveKind.QUANTILE
                ? (double) objective.getLimitNanos()
                : objective.getMaxBadRatio();
        return watched.rule().map(BurnRule::getBurn).orElse(own);
    }

    private @Nullable BurnEvidence burn(WindowEvidence moment) {
        return watched.rule()
                .flatMap(rule -> moment.burn().map(burn -> BurnRateRecords.evidence(objective, rule, burn)))
                .orElse(null);
    }

    /** A rule's slash is none of the id's. */
    private String id(Breach breach) {
        String what = watched.description().isEmpty()
                ? ""
                : " " + watched.description().replace('/', '_');
        return String.join(
                "/",
                breaches.windows().run(),
                Integer.toString(key.step()),
                SeriesKey.nameOf(key.target()),
                objective.getName() + what,
                Long.toString(breach.sinceSecond()));
    }
}
