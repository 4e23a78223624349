package io.tidemark.streams.breaches;

import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.InFlightAges;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesHistory;
import io.tidemark.streams.windows.TickBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The seconds of a series in a test, and an objective followed over them; times in milliseconds. */
final class TimelineDriver implements SeriesHistory {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TreeMap<Long, Pane> panes = new TreeMap<>();
    private final TreeMap<Long, InFlightAges> inFlight = new TreeMap<>();
    private final Map<String, byte[]> saved = new TreeMap<>();
    private final ObjectiveCondition watched;
    private final TickBudget unlimited = TickBudget.untimed(Long.MAX_VALUE);
    private ErrorBudgetCounts budget;
    private ObjectiveTimeline alarm;

    TimelineDriver(ObjectiveState objective) {
        this(ObjectiveCondition.window(objective));
    }

    TimelineDriver(ObjectiveCondition watched) {
        this.watched = watched;
        this.budget = new ErrorBudgetCounts(watched.objective(), this, 0);
        this.alarm = new ObjectiveTimeline(watched, budget, 0);
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
    public InFlightAges inFlightAt(long end) {
        return inFlight.getOrDefault(end, InFlightAges.NONE);
    }

    @Override
    public OptionalLong nextInFlightFrom(long end) {
        Long next = inFlight.ceilingKey(end);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    /** Ok requests that end in a second, by their TTFT and E2E. */
    TimelineDriver ok(long second, long... millis) {
        return ok(second, RequestDoubts.NONE, millis);
    }

    /** The same with figures in doubt. */
    TimelineDriver ok(long second, RequestDoubts doubts, long... millis) {
        Pane delta = new Pane();
        for (long each : millis) {
            long nanos = each * NANOS_PER_MILLI;
            delta.addFirstToken(nanos, nanos);
            delta.addEnded(fact(Outcome.OK, nanos).with(doubts));
        }
        return came(second, delta);
    }

    /** First tokens alone. */
    TimelineDriver firstTokens(long second, long... millis) {
        Pane delta = new Pane();
        for (long each : millis) {
            delta.addFirstToken(each * NANOS_PER_MILLI, each * NANOS_PER_MILLI);
        }
        return came(second, delta);
    }

    /** A request without a token that failed. */
    TimelineDriver failed(long second) {
        Pane delta = new Pane();
        delta.addEnded(fact(Outcome.HTTP_ERROR, -1));
        return came(second, delta);
    }

    /** A request that failed in a second after its first token in an earlier one. */
    TimelineDriver failedAfterFirstToken(long second, long firstTokenSecond, long ttftMillis) {
        Pane delta = new Pane();
        long nanos = ttftMillis * NANOS_PER_MILLI;
        delta.addEnded(fact(Outcome.HTTP_ERROR, nanos));
        delta.addFailedAfterFirstToken(new FailedAfterFirstToken(firstTokenSecond, nanos, nanos));
        return came(second, delta);
    }

    /** Requests without a first token when a second ended, by their ages. */
    TimelineDriver waiting(long end, long... agesMillis) {
        LogHistogram ages = new LogHistogram();
        LongStream.of(agesMillis).map(each -> each * NANOS_PER_MILLI).forEach(ages::add);
        inFlight.put(end, new InFlightAges(ages, ages, new LogHistogram(), new LogHistogram(), new LogHistogram()));
        return this;
    }

    /** Looks at all that is settled, and ahead; returns what is published: state, since, at. */
    List<String> look(long settled, long ahead) {
        return look(settled, ahead, unlimited);
    }

    List<String> look(long settled, long ahead, TickBudget most) {
        List<String> changes = new ArrayList<>();
        for (BreachChange change : alarm.evaluate(settled, Finality.FINAL, ahead, most)) {
            changes.add(row(change));
        }
        return changes;
    }

    List<String> look(long settled) {
        return look(settled, settled);
    }

    ObjectiveTimeline alarm() {
        return alarm;
    }

    /** As after a restart. */
    void restart() {
        byte[] bytes = ObjectiveTimelineCodec.encode(alarm);
        Map<String, byte[]> buckets = new TreeMap<>(saved);
        budget = new ErrorBudgetCounts(watched.objective(), this, 0);
        buckets.forEach(budget::restore);
        alarm = ObjectiveTimelineCodec.decode(watched, budget, bytes);
    }

    /** Lets go of seconds before one, as the store does. */
    void letGo(long before) {
        while (!panes.isEmpty() && panes.firstKey() < before) {
            var first = panes.pollFirstEntry();
            budget.evict(first.getKey(), first.getValue());
        }
        saved.putAll(budget.takeUnsaved());
        budget.takeExpired().forEach(saved::remove);
        alarm.evict(before);
    }

    /** Buckets that are saved. */
    Map<String, byte[]> saved() {
        return saved;
    }

    ErrorBudgetCounts budget() {
        return budget;
    }

    /** What was published last of each breach. */
    Map<Long, Breach> published() {
        return alarm.saved().published();
    }

    private static String row(BreachChange change) {
        Breach breach = change.breach();
        return change.state() + " " + breach.sinceSecond() + " "
                + breach.latest().second() + " " + breach.evidence();
    }

    private TimelineDriver came(long second, Pane delta) {
        panes.computeIfAbsent(second, unseen -> new Pane()).add(delta);
        budget.invalidate(second);
        alarm.invalidateFrom(second);
        return this;
    }

    private static RequestMeasurement fact(Outcome outcome, long nanos) {
        return new RequestMeasurement(true, outcome, true, new RequestMeasurement.Times(nanos, nanos, -1, nanos, 0));
    }
}
