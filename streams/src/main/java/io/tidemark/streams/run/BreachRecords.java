package io.tidemark.streams.run;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.streams.signal.MovedWith;
import io.tidemark.streams.slo.Breach;
import io.tidemark.streams.slo.Change;
import io.tidemark.streams.slo.Moment;
import java.time.Instant;

/** Makes breach records of one objective over one series. */
final class BreachRecords {
    private final RunBook book;
    private final Alarms.Key key;
    private final ObjectiveState objective;

    BreachRecords(RunBook book, Alarms.Key key, ObjectiveState objective) {
        this.book = book;
        this.key = key;
        this.objective = objective;
    }

    /** {@code now} is what the seconds that contradict a retracted breach can be relied on. */
    SloBreach of(Change change, Finality now) {
        Breach breach = change.breach();
        Moment latest = breach.latest();
        MovedWith.Found moved = new BreachMoves(book, key, objective).of(breach);
        Instant at = Instant.ofEpochSecond(latest.second());
        boolean quantile = objective.getKind() == ObjectiveKind.QUANTILE;
        return SloBreach.newBuilder()
                .setBreach(id(breach))
                .setRun(book.run())
                .setStep(key.step())
                .setTarget(key.target())
                .setRequestClass(objective.getRequestClass())
                .setExperiment(
                        book.definitions().run().map(RunState::getExperiment).orElse(""))
                .setPhase(book.definitions().run().map(RunState::getPhase).orElse(""))
                .setObjective(objective.getName())
                .setMetric(objective.getMetric())
                .setState(change.state())
                .setEvidence(change.state() == BreachState.RETRACTED ? now : breach.evidence())
                .setOpened(Instant.ofEpochSecond(breach.sinceSecond()))
                .setUpdated(at)
                .setClosed(change.state() == BreachState.CLOSED ? at : null)
                .setLimit(quantile ? objective.getLimitNanos() : objective.getMaxBadRatio())
                .setValue(latest.value().value())
                .setValueIsLowerBound(latest.value().lowerBound())
                .setWorst(breach.worst().value())
                .setWorstIsLowerBound(breach.worst().lowerBound())
                .setCount(latest.counted().count())
                .setBad(latest.counted().bad())
                .setFailed(latest.counted().failed())
                .setWaiting(latest.counted().waiting())
                .setFlapping(breach.ending().flapping())
                .setWords(BreachWords.of(objective, change))
                .setWindowSeconds(objective.getWindowSeconds())
                .setMovedWith(moved.signals())
                .setMovedWords(moved.words())
                .build();
    }

    private String id(Breach breach) {
        return String.join(
                "/",
                book.run(),
                Integer.toString(key.step()),
                key.target(),
                objective.getName(),
                Long.toString(breach.sinceSecond()));
    }
}
