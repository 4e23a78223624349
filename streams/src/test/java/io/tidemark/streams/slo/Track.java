package io.tidemark.streams.slo;

import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.BrokenOff;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The seconds of a series in a test, and an objective followed over them; times in milliseconds. */
final class Track implements Seconds {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TreeMap<Long, Pane> panes = new TreeMap<>();
    private final TreeMap<Long, Ages> inFlight = new TreeMap<>();
    private final Map<String, byte[]> saved = new TreeMap<>();
    private final Watched watched;
    private Budget budget;
    private AlarmTrack alarm;

    Track(ObjectiveState objective) {
        this(Watched.window(objective));
    }

    Track(Watched watched) {
        this.watched = watched;
        this.budget = new Budget(watched.objective(), this, 0);
        this.alarm = new AlarmTrack(watched, budget, 0);
    }

    @Override
    public Optional<Pane> at(long second) {
        return Optional.ofNullable(panes.get(second));
    }

    @Override
    public OptionalLong nextFrom(long second) {
        Long next = panes.ceilingKey(second);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    @Override
    public Ages inFlightAt(long end) {
        return inFlight.getOrDefault(end, Ages.NONE);
    }

    @Override
    public OptionalLong nextInFlightFrom(long end) {
        Long next = inFlight.ceilingKey(end);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    /** Ok requests that end in a second, by their TTFT and E2E. */
    Track ok(long second, long... millis) {
        Pane delta = new Pane();
        for (long each : millis) {
            long nanos = each * NANOS_PER_MILLI;
            delta.firstToken(nanos, nanos);
            delta.requestEnded(fact(Outcome.OK, nanos));
        }
        return came(second, delta);
    }

    /** First tokens alone. */
    Track firstTokens(long second, long... millis) {
        Pane delta = new Pane();
        for (long each : millis) {
            delta.firstToken(each * NANOS_PER_MILLI, each * NANOS_PER_MILLI);
        }
        return came(second, delta);
    }

    /** A request without a token that failed. */
    Track failed(long second) {
        Pane delta = new Pane();
        delta.requestEnded(fact(Outcome.HTTP_ERROR, -1));
        return came(second, delta);
    }

    /** A request that failed in a second after its first token in an earlier one. */
    Track failedAfterFirstToken(long second, long firstTokenSecond, long ttftMillis) {
        Pane delta = new Pane();
        long nanos = ttftMillis * NANOS_PER_MILLI;
        delta.requestEnded(fact(Outcome.HTTP_ERROR, nanos));
        delta.brokeOff(new BrokenOff(firstTokenSecond, nanos, nanos));
        return came(second, delta);
    }

    /** Requests without a first token when a second ended, by their ages. */
    Track waiting(long end, long... agesMillis) {
        LogHistogram ages = new LogHistogram();
        LongStream.of(agesMillis).map(each -> each * NANOS_PER_MILLI).forEach(ages::add);
        inFlight.put(end, new Ages(ages, ages, new LogHistogram(), new LogHistogram(), new LogHistogram()));
        return this;
    }

    /** Looks at all that is settled, and ahead; returns what is told: state, since, at. */
    List<String> look(long settled, long ahead) {
        List<String> told = new ArrayList<>();
        for (Change change : alarm.look(settled, Finality.FINAL, ahead)) {
            told.add(row(change));
        }
        return told;
    }

    List<String> look(long settled) {
        return look(settled, settled);
    }

    AlarmTrack alarm() {
        return alarm;
    }

    /** As after a restart. */
    void restart() {
        byte[] bytes = AlarmBytes.encode(alarm);
        Map<String, byte[]> buckets = new TreeMap<>(saved);
        budget = new Budget(watched.objective(), this, 0);
        buckets.forEach(budget::restore);
        alarm = AlarmBytes.decode(watched, budget, bytes);
    }

    /** Lets go of seconds before one, as the store does. */
    void letGo(long before) {
        while (!panes.isEmpty() && panes.firstKey() < before) {
            var first = panes.pollFirstEntry();
            budget.letGo(first.getKey(), first.getValue());
        }
        saved.putAll(budget.takeUnsaved());
        budget.takeGone().forEach(saved::remove);
        alarm.letGo(before);
    }

    /** Buckets that are saved. */
    Map<String, byte[]> saved() {
        return saved;
    }

    Budget budget() {
        return budget;
    }

    /** Told last of each breach. */
    Map<Long, Breach> told() {
        return alarm.saved().told();
    }

    private static String row(Change change) {
        Breach breach = change.breach();
        return change.state() + " " + breach.sinceSecond() + " "
                + breach.latest().second() + " " + breach.evidence();
    }

    private Track came(long second, Pane delta) {
        panes.computeIfAbsent(second, unseen -> new Pane()).add(delta);
        budget.touched(second);
        alarm.touched(second);
        return this;
    }

    private static RequestFact fact(Outcome outcome, long nanos) {
        return new RequestFact(true, outcome, true, new RequestFact.Times(nanos, nanos, -1, nanos, 0));
    }
}
