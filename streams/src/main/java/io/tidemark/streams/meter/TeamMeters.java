package io.tidemark.streams.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tidemark.events.Finality;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One team's meters; they outlive its application. All are there from the start, at 0. Counts are of what was handled: what a failed
 * transaction takes back is handled, and counted, once more. Thread-safe.
 */
public final class TeamMeters {
    private static final double MILLIS_PER_SECOND = 1_000;

    private final MeterRegistry registry;
    private final Tags team;
    private final TaskStateSizes stateSizes = new TaskStateSizes();

    private record DefectLetters(long count, String last) {}

    private final AtomicReference<@Nullable DefectLetters> defectLetters = new AtomicReference<>();
    private final Map<Finality, Counter> windows = new EnumMap<>(Finality.class);
    private final Counter windowNotReplaced;
    private final Counter late;
    private final Counter setAside;
    private final Counter gaveWay;
    private final Counter unsegmented;
    private final Counter duplicates;
    private final Counter missing;
    private final Counter clientLost;
    private final Counter clientDropped;
    private final Counter countedAsOther;
    private final Counter countedInNoWindow;
    private final Map<TeamLimit, Counter> overLimit = new EnumMap<>(TeamLimit.class);
    private final Counter outages;
    private final Counter defects;
    private final Counter restarts;

    public TeamMeters(MeterRegistry registry, Team team) {
        this.registry = registry;
        this.team = Tags.of("team", team.name());
        Arrays.stream(Topic.values()).filter(Topic::isInput).forEach(topic -> deadLetters(topic.stream()));
        for (Finality finality : Finality.values()) {
            if (finality != Finality.UNKNOWN) {
                windows.put(
                        finality,
                        counter(
                                StreamsMeter.WINDOWS,
                                "finality",
                                finality.name().toLowerCase(Locale.ROOT)));
            }
        }
        this.windowNotReplaced = counter(StreamsMeter.KEPT_FIGURES);
        this.late = counter(StreamsMeter.LATE);
        this.setAside = counter(StreamsMeter.SET_ASIDE);
        this.gaveWay = counter(StreamsMeter.GAVE_WAY);
        this.unsegmented = counter(StreamsMeter.UNSEGMENTED);
        this.duplicates = counter(StreamsMeter.DUPLICATES);
        this.missing = counter(StreamsMeter.MISSING);
        this.clientLost = counter(StreamsMeter.CLIENT_LOST);
        this.clientDropped = counter(StreamsMeter.CLIENT_DROPPED);
        this.countedAsOther = counter(StreamsMeter.OVER_LIMIT, "counted", "as_other");
        this.countedInNoWindow = counter(StreamsMeter.OVER_LIMIT, "counted", "nowhere");
        for (TeamLimit limit : TeamLimit.values()) {
            overLimit.put(limit, counter(StreamsMeter.OVER_LIMIT_RECORDS, "limit", limit.id()));
        }
        this.outages = counter(StreamsMeter.FAILURES, "kind", "outage");
        this.defects = counter(StreamsMeter.FAILURES, "kind", "defect");
        this.restarts = counter(StreamsMeter.RESTARTS);
        gauge(StreamsMeter.RUNS, TaskStateSizes.Sizes::runs);
        gauge(StreamsMeter.SERIES, TaskStateSizes.Sizes::series);
        gauge(StreamsMeter.SILENT_LANES, TaskStateSizes.Sizes::silentLanes);
    }

    /** Meters that are not exposed. */
    public static TeamMeters discarding(Team team) {
        return new TeamMeters(new CompositeMeterRegistry(), team);
    }

    /** A record became a dead letter: of this input, or of this internal topic. */
    public void deadLetter(String stream) {
        count(deadLetters(stream), 1);
    }

    private Counter deadLetters(String stream) {
        return counter(StreamsMeter.DEAD_LETTERS, "topic", stream);
    }

    /** A dead letter says that the program failed on a record. */
    public void defectLetter(String what) {
        defectLetters.updateAndGet(before -> new DefectLetters(before == null ? 1 : before.count + 1, what));
    }

    /** The report on such dead letters since the host began; empty if there are none. */
    public Optional<String> defectLetters() {
        return Optional.ofNullable(defectLetters.get())
                .map(letters ->
                        letters.count + " dead letters are DEFECT since the host began, the last from " + letters.last);
    }

    /** A record, or a part of one, was not taken because of a limit. */
    public void overLimit(TeamLimit limit, long howMany) {
        count(overLimit.get(limit), howMany);
    }

    /** Gauges of what is limited per team. */
    public void usage(ToLongFunction<TeamLimit> held) {
        for (TeamLimit limit : TeamLimit.values()) {
            if (limit.scope() == TeamLimit.Scope.TEAM) {
                var unused = StreamsMeter.LIMITED.gauge(
                        registry, team.and("limit", limit.id()), () -> (double) held.applyAsLong(limit));
            }
        }
    }

    public void late(long values) {
        count(late, values);
    }

    /** Events of runs that are forgotten. */
    public void setAside(long events) {
        count(setAside, events);
    }

    /** A silent run was forgotten, for want of room. */
    public void gaveWay() {
        count(gaveWay, 1);
    }

    /** Requests in the result of their step and of none of its segments. */
    public void unsegmented(long requests) {
        count(unsegmented, requests);
    }

    /** Values of classes that there was no room for. */
    public void countedAsOther(long values) {
        count(countedAsOther, values);
    }

    /** Values of runs, steps and targets that there was no room for. */
    public void countedInNoWindow(long values) {
        count(countedInNoWindow, values);
    }

    public void duplicates(long records) {
        count(duplicates, records);
    }

    /** Events that lanes announced and that are not waited for any longer. */
    public void missing(long events) {
        count(missing, events);
    }

    public void window(Finality finality) {
        count(windows.get(finality), 1);
    }

    /** A settled window was summed again to less than it held. */
    public void windowNotReplaced() {
        count(windowNotReplaced, 1);
    }

    public void clientLost(long events) {
        count(clientLost, events);
    }

    public void clientDropped(long requests) {
        count(clientDropped, requests);
    }

    /** A stream thread died of an outage. */
    public void outage() {
        count(outages, 1);
    }

    /** A stream thread died of anything else. */
    public void defect() {
        count(defects, 1);
    }

    public void restart() {
        count(restarts, 1);
    }

    /** A gauge of one state that the application can be in. */
    public void health(String state, BooleanSupplier isIn) {
        var unused = StreamsMeter.HEALTH.gauge(registry, team.and("state", state), () -> isIn.getAsBoolean() ? 1 : 0);
    }

    /** A gauge of how far the brokers' clock is ahead of this host's; NaN while nothing is known. */
    public void clockOffset(Supplier<OptionalLong> millis) {
        var unused = StreamsMeter.CLOCK_OFFSET.gauge(registry, team, () -> {
            OptionalLong known = millis.get();
            return known.isEmpty() ? Double.NaN : known.getAsLong() / MILLIS_PER_SECOND;
        });
    }

    /** What each task of the team holds. */
    public TaskStateSizes stateSizes() {
        return stateSizes;
    }

    MeterRegistry registry() {
        return registry;
    }

    /** The team's tag and others, {@code key, value, ...}. */
    public Tags tags(String... more) {
        return team.and(more);
    }

    private static void count(@Nullable Counter counter, long howMany) {
        if (counter != null && howMany > 0) {
            counter.increment((double) howMany);
        }
    }

    private Counter counter(StreamsMeter meter, String... tags) {
        return meter.counter(registry, team.and(tags));
    }

    private void gauge(StreamsMeter meter, ToLongFunction<TaskStateSizes.Sizes> part) {
        var unused = meter.gauge(registry, team, stateSizes, held -> (double) part.applyAsLong(held.total()));
    }
}
