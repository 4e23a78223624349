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
import io.tidemark.events.StepState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.RunLabels;
import io.tidemark.streams.explain.BaselineTimes;
import io.tidemark.streams.explain.BreachCorrelator;
import io.tidemark.streams.explain.EndedRequests;
import io.tidemark.streams.objectives.WindowEvidence;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.Series;
import java.time.Instant;
import java.util.List;
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

    /** What moved with a breach: beside it the scrapes of its target, the heartbeats of its run and what became of its requests. */
    static final class BreachCorrelation {
        private static final int EVERY_SECONDS = 5;

        private final RunBreaches breaches;
        private final TimelineKey key;
        private final ObjectiveCondition watched;

        BreachCorrelation(RunBreaches breaches, TimelineKey key, ObjectiveCondition watched) {
            this.breaches = breaches;
            this.key = key;
            this.watched = watched;
        }

        BreachCorrelator.Correlation of(Breach breach) {
            BaselineTimes times = times(breach);
            return breaches.correlations().of(key, breach.sinceSecond(), times, () -> find(times));
        }

        /** Whether it is found to have moved with other things than it was. */
        boolean isStale(Breach breach) {
            BaselineTimes times = times(breach);
            Optional<BreachCorrelator.Correlation> before =
                    breaches.correlations().staleCorrelation(key, breach.sinceSecond(), times);
            return before.isPresent() && !before.get().equals(of(breach));
        }

        private BreachCorrelator.Correlation find(BaselineTimes times) {
            EndedRequests ended = EndedRequests.during(times);
            long from = Math.max(times.baseFrom(), times.until() - CorrelationCache.REQUESTS_SECONDS);
            for (Series series : List.copyOf(breaches.windows().series())) {
                boolean ours =
                        series.key().coversAllClasses() && series.key().target().equals(key.target());
                if (ours) {
                    series.panes().between(from, times.until()).forEach(ended::add);
                }
            }
            return new BreachCorrelator(
                            breaches.windows().signals().scrapes(),
                            breaches.windows().signals().heartbeats())
                    .correlate(key.target(), times, ended);
        }

        private BaselineTimes times(Breach breach) {
            Optional<StepState> step = breaches.windows().definitions().step(key.step());
            long runFrom = secondOf(breaches.windows().definitions().run().map(RunState::getStarted));
            Optional<Instant> loadUntil = step.map(StepState::getMeasureUntil);
            return BaselineTimes.around(
                    new BaselineTimes.Steps(
                            runFrom,
                            Math.max(runFrom, secondOf(step.map(StepState::getStarted))),
                            loadUntil.map(Instant::getEpochSecond).orElse(Long.MAX_VALUE)),
                    new BaselineTimes.BreachTimes(
                            breach.sinceSecond(), breach.opening().second(), throughSecond(breach), leadSeconds()));
        }

        /** How far it is looked at: while it is open in steps, so that it is not looked for at each second. */
        private long throughSecond(Breach breach) {
            if (!breach.isOpen()) {
                return breach.latest().second();
            }
            ObjectiveTimeline track = breaches.timelines().all().get(key);
            long opened = breach.opening().second();
            long through = Math.max(breach.latest().second(), track == null ? opened : track.head());
            return opened + (through - opened) / EVERY_SECONDS * EVERY_SECONDS;
        }

        /** Twice the time in which, if all are bad, so many are as break the objective. */
        private long leadSeconds() {
            double burn = watched.rule().map(BurnRule::getBurn).orElse(1.0);
            double breaking = burn * ErrorBudget.allowedShare(watched.objective());
            return Math.min(watched.windowSeconds(), (long) Math.ceil(2 * breaking * watched.windowSeconds()));
        }

        private static long secondOf(Optional<Instant> instant) {
            return instant.map(Instant::getEpochSecond).orElse(0L);
        }
    }
}
