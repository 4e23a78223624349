package io.tidemark.alerts.rule;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;

import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a field of an event holds within the limits of a record, no rule fails on it, in its round, later, or after a restart. */
final class ExtremeEventsTest {
    private static final Team TEAM = new Team("perf");

    private static Stream<SpecificRecord> events() {
        return Stream.of(
                Events.heartbeat(1),
                Events.sample(START).setUp(false).setError("refused").build(),
                Events.control(START, ended()),
                Events.control(
                        START,
                        WatchState.newBuilder()
                                .setWatch("nightly")
                                .setTarget("gpu")
                                .setSchedule("1d")
                                .setWatcher("host")
                                .setSince(START)
                                .setActivity(WatchActivity.BLOCKED)
                                .setVerdict(WatchVerdict.SUSPECTED)
                                .setConfirmingRuns(List.of(RUN))
                                .build()),
                tune(TuneActivity.RUNNING),
                tune(TuneActivity.FINISHED),
                Events.control(
                        START,
                        TrialState.newBuilder()
                                .setTune("tune")
                                .setNumber(1)
                                .setPurpose("trial")
                                .setExperiment("tuning")
                                .setPhase("base")
                                .setStarted(START)
                                .setRuns(List.of(RUN))
                                .build()),
                breach(BreachState.OPENED),
                breach(BreachState.CLOSED),
                breach(BreachState.RETRACTED),
                Events.result(Finality.FINAL, 100).build(),
                Events.regression(START, ComparisonVerdict.REGRESSED));
    }

    @ParameterizedTest
    @MethodSource("events")
    void noRuleFailsOnAFieldAtAnExtreme(SpecificRecord good) {
        extremes(good).filter(event -> !isOfLaterVersion(event)).forEach(event -> {
            try {
                survives(event);
            } catch (RuntimeException e) {
                throw new AssertionError(e + ": " + event, e);
            }
        });
    }

    /** A breach in a state that this version does not know is refused. */
    private static boolean isOfLaterVersion(SpecificRecord event) {
        return event instanceof SloBreach breach && breach.getState() == BreachState.UNKNOWN;
    }

    private static void survives(SpecificRecord event) {
        Map<String, String> facts = new HashMap<>();
        TeamRules rules = new TeamRules(TEAM, TeamRules.Configuration.defaults(), List.of(), facts);
        round(rules, Duration.ZERO, Events.control(START, Events.run(RUN, START)), breach(BreachState.OPENED), event);
        round(rules, Duration.ofHours(3));
        rules.takeFacts().forEach((key, content) -> content.ifPresent(text -> facts.put(key, text)));
        TeamRules next = new TeamRules(TEAM, TeamRules.Configuration.defaults(), rules.active(), facts);
        round(next, Duration.ofHours(6), event);
    }

    private static void round(TeamRules rules, Duration since, SpecificRecord... events) {
        rules.begin(START.plus(since), since.toNanos(), true);
        Arrays.stream(events).forEach(rules::on);
        rules.end();
    }

    private static RunState ended() {
        return RunState.newBuilder(Events.run(RUN, START)).setEnded(START).build();
    }

    private static SpecificRecord tune(TuneActivity activity) {
        return Events.control(
                START,
                TuneState.newBuilder()
                        .setTune("tune")
                        .setExperiment("tuning")
                        .setTarget("gpu")
                        .setTuner("host")
                        .setMode("search")
                        .setStarted(START)
                        .setActivity(activity)
                        .build());
    }

    private static SloBreach breach(BreachState state) {
        return Events.breach(state, Finality.FINAL)
                .setExperiment("h200")
                .setPhase("baseline")
                .setCount(240)
                .setBad(61)
                .setClosed(state == BreachState.CLOSED ? START.plusSeconds(30) : null)
                .setBurn(BurnEvidence.newBuilder()
                        .setSeverity("page")
                        .setThreshold(14.4)
                        .setLongSeconds(120)
                        .setShortSeconds(10)
                        .setLongBurn(20)
                        .setShortBurn(25)
                        .setPeriodSeconds(2_592_000)
                        .setBudgetLeft(0.4)
                        .build())
                .build();
    }

    /** The record with each field at each extreme of its type; also the fields of records in it, of a list those of the first. */
    private static Stream<SpecificRecord> extremes(SpecificRecord good) {
        return good.getSchema().getFields().stream().flatMap(field -> {
            Object held = good.get(field.pos());
            Stream<?> inner = held instanceof SpecificRecord record
                    ? extremes(record)
                    : held instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof SpecificRecord first
                            ? extremes(first).map(List::of)
                            : Stream.empty();
            return Stream.concat(extremes(field.schema()), inner).map(value -> with(good, field.pos(), value));
        });
    }

    private static SpecificRecord with(SpecificRecord good, int place, @Nullable Object value) {
        SpecificData data = ((SpecificRecordBase) good).getSpecificData();
        SpecificRecord copy = data.deepCopy(good.getSchema(), good);
        copy.put(place, value);
        return copy;
    }

    private static Stream<?> extremes(Schema type) {
        return switch (type.getType()) {
            case UNION -> type.getTypes().stream().flatMap(ExtremeEventsTest::extremes);
            case NULL -> Collections.singletonList(null).stream();
            case BOOLEAN -> Stream.of(true, false);
            case INT -> Stream.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG ->
                Stream.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)
                        .map(number ->
                                type.getLogicalType() == null ? number : Instant.EPOCH.plus(number, ChronoUnit.MICROS));
            case DOUBLE ->
                Stream.of(0.0, -1.0, Double.NaN, Double.MAX_VALUE, Double.MIN_VALUE, Double.NEGATIVE_INFINITY);
            case STRING -> Stream.of("", "\0\n", "\ud800", "x".repeat(TeamLimit.TEXT_LENGTH.most()));
            case ENUM -> Arrays.stream(SpecificData.get().getClass(type).getEnumConstants());
            case ARRAY ->
                Stream.concat(
                        Stream.of(List.of()), extremes(type.getElementType()).map(Collections::singletonList));
            case MAP ->
                Stream.concat(
                        Stream.of(Map.of()),
                        extremes(type.getValueType()).map(value -> Map.of("key", value, "", value, "\0", value)));
            default -> Stream.empty();
        };
    }
}
