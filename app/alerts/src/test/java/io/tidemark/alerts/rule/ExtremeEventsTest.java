package io.tidemark.alerts.rule;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;

import io.tidemark.events.BreachState;
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
import io.tidemark.fixtures.poison.ExtremeValues;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a field of an event holds within the limits of a record, no rule fails on it, in its round, later, or after a restart. */
final class ExtremeEventsTest {
    private static final Team TEAM = new Team("perf");
    private static final ExtremeValues EXTREMES = new ExtremeValues(TeamLimit.TEXT_LENGTH.most(), 100);

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
        EXTREMES.singles(good).forEachRemaining(bent -> {
            try {
                survives(bent.event());
            } catch (RuntimeException e) {
                throw new AssertionError(bent.what() + ": " + e, e);
            }
        });
    }

    /** A breach in a state that this version does not know is refused. */
    private static boolean isOfLaterVersion(SpecificRecord event) {
        return event instanceof SloBreach breach && breach.getState() == BreachState.UNKNOWN;
    }

    private static void survives(SpecificRecord event) {
        if (isOfLaterVersion(event)) {
            return;
        }
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
                .setBurn(Events.burn())
                .build();
    }
}
