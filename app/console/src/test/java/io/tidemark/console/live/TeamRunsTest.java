package io.tidemark.console.live;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.view.LiveEventView;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.Verdict;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TeamRunsTest {
    private static final Team PERF = new Team("perf");
    private static final String TTFT = "ttft p95 < 250ms";

    private final AtomicReference<Instant> now = new AtomicReference<>(START.plusSeconds(30));
    private final AtomicInteger news = new AtomicInteger();
    private final TeamRuns runs = new TeamRuns(PERF, now::get, news::incrementAndGet);

    @Test
    void aRunIsShownWithItsLoadAndTheNewestWindow() {
        begin();
        runs.control(Events.control(START, Events.step(0)));
        runs.heartbeat(Heartbeat.newBuilder(Events.heartbeat(28))
                .setStep(0)
                .setInFlight(7)
                .build());
        runs.window(Events.window(START.plusSeconds(28))
                .setFinality(Finality.PROVISIONAL)
                .build());
        runs.window(Events.window(START.plusSeconds(27)).build());

        LiveRunView run = only();

        assertThat(run.head().status()).isEqualTo("RUNNING");
        assertThat(run.step()).as("from 1").isEqualTo(OptionalInt.of(1));
        assertThat(run.loadKind()).contains(LoadKind.RATE);
        assertThat(run.load()).isEqualTo(OptionalDouble.of(2.0));
        assertThat(run.inFlight()).isEqualTo(OptionalInt.of(7));
        assertThat(run.lastData()).contains(START.plusSeconds(28));
        assertThat(run.metrics().get("ttft"))
                .isEqualTo(new LiveRunView.Latest(
                        START.plusSeconds(28),
                        Finality.PROVISIONAL,
                        20,
                        OptionalLong.of(100_000_000),
                        OptionalLong.of(180_000_000),
                        OptionalLong.of(200_000_000)));
        assertThat(run.signals()).containsEntry("engine.requests.waiting", 3.0);
    }

    @Test
    void whoeverTakesIsCalledForWhatThereIsToTakeOnly() {
        runs.heartbeat(Events.heartbeat(28));
        assertThat(news).hasValue(0);
        assertThat(runs.hasNews()).isFalse();

        begin();
        int begun = news.get();
        assertThat(begun).isPositive();
        runs.heartbeat(Events.heartbeat(28));
        assertThat(news).hasValue(begun + 1);
        assertThat(runs.hasNews()).isTrue();

        assertThat(runs.takeChanged()).hasSize(1);
        assertThat(runs.hasNews()).isFalse();
    }

    @Test
    void aLaneThatIsSilentCountsForNothing() {
        begin();
        runs.heartbeat(Heartbeat.newBuilder(Events.heartbeat(28)).setInFlight(7).build());
        now.set(now.get().plusSeconds(11));

        assertThat(only().inFlight()).isEmpty();
        assertThat(only().head().status()).isEqualTo("RUNNING");
    }

    @Test
    void noMoreIsKeptOfARunThanTheStreamsKeep() {
        begin();
        for (int i = 0; i < TeamLimit.LANES_PER_RUN.most() + 10; i++) {
            runs.heartbeat(Heartbeat.newBuilder(Events.heartbeat(28))
                    .setLane("lane-" + i)
                    .setInFlight(1)
                    .build());
        }
        for (int i = 0; i < TeamLimit.OBJECTIVES_PER_RUN.most() + 10; i++) {
            runs.control(Events.control(START, Events.slo("objective " + i, false)));
        }

        assertThat(only().inFlight()).isEqualTo(OptionalInt.of(TeamLimit.LANES_PER_RUN.most()));
        assertThat(only().objectives()).hasSize(TeamLimit.OBJECTIVES_PER_RUN.most());
    }

    @Test
    void anObjectiveHasTheValueOfItsOwnQuantileAndTheBreachThatIsOpen() {
        begin();
        runs.control(Events.control(START, Events.slo(TTFT, false)));
        runs.window(Events.window(START.plusSeconds(20))
                .setWindowSeconds(60)
                .setSketch(Events.sketch(100_000_000, 300_000_000))
                .build());
        runs.breach(breach(BreachState.OPENED));

        LiveRunView.LiveObjective objective = only().objectives().get(0);

        assertThat(objective.objective().name()).isEqualTo(TTFT);
        assertThat(objective.objective().limit()).isEqualTo(250_000_000);
        // the 95th percentile of two values is the larger one, to a slot of the sketch
        assertThat(objective.value().orElseThrow()).isBetween(297e6, 303e6);
        assertThat(objective.breached()).isTrue();
        assertThat(objective.since()).contains(START.plusSeconds(20));

        runs.breach(breach(BreachState.CLOSED));

        assertThat(only().objectives().get(0).breached()).isFalse();
        assertThat(only().openBreaches()).isZero();
        assertThat(only().breaches()).isEqualTo(1);

        runs.breach(breach(BreachState.RETRACTED));

        assertThat(only().breaches()).isZero();
    }

    /** One of ten failed: the p95 is the tenth, which no answer has. */
    @Test
    void aQuantileThatFallsAmongRequestsThatWereNotOkIsOverItsLimit() {
        begin();
        runs.control(Events.control(START, Events.slo(TTFT, false)));
        runs.window(Events.window(START.plusSeconds(20))
                .setWindowSeconds(60)
                .setCount(9)
                .setEnded(10)
                .setFailed(1)
                .setSketch(Events.sketch(nineTimes(100_000_000)))
                .build());

        LiveRunView.LiveObjective objective = only().objectives().get(0);

        assertThat(objective.value()).isEqualTo(OptionalDouble.of(250_000_000));
        assertThat(objective.valueIsLowerBound()).isTrue();
    }

    @Test
    void theValueOfAnObjectiveOnErrorsIsTheirShare() {
        begin();
        SloState slo = Events.slo("errors < 2%", false);
        runs.control(Events.control(
                START,
                SloState.newBuilder(slo)
                        .setObjective(ObjectiveState.newBuilder(slo.getObjective())
                                .setKind(ObjectiveKind.ERROR_RATIO)
                                .setMetric(MetricName.UNKNOWN)
                                .setMaxBadRatio(0.02)
                                .build())
                        .build()));
        runs.window(Events.window(START.plusSeconds(20))
                .setMetric(MetricName.E2E)
                .setWindowSeconds(60)
                .setEnded(10)
                .setFailed(1)
                .build());

        assertThat(only().objectives().get(0).value()).isEqualTo(OptionalDouble.of(0.1));
        assertThat(only().objectives().get(0).valueIsLowerBound()).isFalse();
    }

    /** Requests that still wait are in no window, but the breach counts them. */
    @Test
    void theNewerOneOfWindowAndOpenBreachIsTheValue() {
        begin();
        runs.control(Events.control(START, Events.slo(TTFT, false)));
        runs.breach(Events.breach(BreachState.OPENED, Finality.PROVISIONAL)
                .setValue(4e9)
                .setValueIsLowerBound(true)
                .build());
        runs.window(ofOneValue(29, 100_000_000));

        assertThat(only().objectives().get(0).value()).isEqualTo(OptionalDouble.of(4e9));
        assertThat(only().objectives().get(0).valueIsLowerBound()).isTrue();

        runs.window(ofOneValue(31, 100_000_000));

        assertThat(only().objectives().get(0).value().orElseThrow()).isBetween(98e6, 102e6);
        assertThat(only().objectives().get(0).valueIsLowerBound()).isFalse();
        assertThat(only().objectives().get(0).breached()).isTrue();
    }

    private static WindowStats ofOneValue(int endSecond, long nanos) {
        return Events.window(START.plusSeconds(endSecond))
                .setWindowSeconds(60)
                .setCount(1)
                .setSketch(Events.sketch(nanos))
                .build();
    }

    private static long[] nineTimes(long nanos) {
        return LongStream.generate(() -> nanos).limit(9).toArray();
    }

    @Test
    void stepsSayWhatLoadIsHeld() {
        begin();
        runs.step(step(0, 10, Verdict.PASS));
        runs.step(step(1, 20, Verdict.PASS));
        runs.step(step(2, 30, Verdict.FAIL));

        assertThat(only().held().heldUpTo()).isEqualTo(OptionalDouble.of(20));
        assertThat(only().held().failsFrom()).isEqualTo(OptionalDouble.of(30));
    }

    @Test
    void whileARunLastsTheStepsThatAreOverSayWhatItHoldsSoFar() {
        begin();
        runs.control(Events.control(START, Events.step(0)));
        runs.step(provisional(0, 10, Verdict.PASS));
        assertThat(only().held().heldLoad()).as("its only step goes on").isEmpty();

        runs.control(Events.control(
                START.plusSeconds(20),
                StepState.newBuilder(Events.step(0))
                        .setEnded(START.plusSeconds(20))
                        .build()));
        runs.step(provisional(1, 20, Verdict.FAIL));
        assertThat(only().held().heldLoad()).contains("at least 10 req/s so far");

        runs.control(Events.control(
                START.plusSeconds(40),
                RunState.newBuilder(Events.run(RUN, START))
                        .setStatus(RunStatus.ENDED)
                        .setEnded(START.plusSeconds(40))
                        .build()));
        assertThat(only().held().heldLoad()).contains("between 10 and 20 req/s");
    }

    @Test
    void aRunWhoseStepsNothingJudgedHoldsNoLoad() {
        begin();
        runs.step(step(0, 10, Verdict.UNKNOWN));

        assertThat(only().held().heldKind()).isEmpty();
        assertThat(only().held().heldLoad()).isEmpty();
    }

    @Test
    void resultsOfOneTargetAndOfASegmentLeaveThatOfTheStep() {
        begin();
        runs.step(step(0, 10, Verdict.PASS));
        runs.step(StepResult.newBuilder(step(0, 10, Verdict.UNKNOWN))
                .setTarget("one")
                .setRequestClass(RequestClass.ONE_TARGET)
                .build());
        runs.step(StepResult.newBuilder(step(0, 10, Verdict.FAIL)).setSegment(3).build());

        assertThat(only().held().heldUpTo()).isEqualTo(OptionalDouble.of(10));
        assertThat(only().held().failsFrom()).isEmpty();
    }

    @Test
    void heldLoadIsOfTheFirstKindAndWithoutStepsAllAtOnce() {
        begin();
        runs.step(step(0, 0, Verdict.FAIL));
        runs.step(StepResult.newBuilder(step(1, 8, Verdict.PASS))
                .setLoadKind(LoadKind.CONCURRENCY)
                .build());
        runs.step(step(2, 30, Verdict.FAIL));

        assertThat(only().held())
                .isEqualTo(new LiveRunView.Held(
                        Optional.of(LoadKind.CONCURRENCY),
                        OptionalDouble.of(8),
                        OptionalDouble.empty(),
                        Optional.of("at least 8 concurrent so far")));
    }

    @Test
    void aProbeOfASearchIsMarked() {
        begin();
        assertThat(only().head().probe()).isFalse();

        runs.control(Events.control(
                START,
                RunState.newBuilder(Events.run(RUN, START))
                        .setLabels(Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE))
                        .build()));
        assertThat(only().head().probe()).isTrue();
    }

    @Test
    void aRunThatIsInvalidHoldsNothing() {
        begin();
        runs.step(step(0, 10, Verdict.PASS));
        runs.control(Events.control(
                START.plusSeconds(60),
                RunState.newBuilder(Events.run(RUN, START))
                        .setStatus(RunStatus.INVALID)
                        .setEnded(START.plusSeconds(60))
                        .build()));

        assertThat(only().held().heldUpTo()).isEmpty();
    }

    @Test
    void whatIsSaidOfARunIsTakenOnce() {
        begin();
        runs.drain();
        runs.takeChanged();
        runs.window(Events.window(START.plusSeconds(20)).build());
        runs.window(Events.window(START.plusSeconds(21)).build());
        runs.window(Events.window(START.plusSeconds(21)).setWindowSeconds(60).build());
        runs.breach(breach(BreachState.OPENED));

        List<TeamRuns.PendingEvent> events = runs.drain();

        assertThat(events).extracting(TeamRuns.PendingEvent::name).containsExactly("windows", "breach");
        assertThat(((LiveEventView.Windows) events.get(0).view()).windows())
                .extracting(window -> window.end())
                .containsExactly(START.plusSeconds(20), START.plusSeconds(21));
        assertThat(runs.takeChanged()).hasSize(1);
        assertThat(runs.drain()).isEmpty();
        assertThat(runs.takeChanged()).isEmpty();
    }

    @Test
    void anEndedRunStaysForAnHour() {
        begin();
        runs.control(Events.control(
                START.plusSeconds(60),
                RunState.newBuilder(Events.run(RUN, START))
                        .setStatus(RunStatus.ENDED)
                        .setEnded(START.plusSeconds(60))
                        .build()));
        now.set(START.plusSeconds(60 + 3_600));
        assertThat(runs.views()).hasSize(1);

        now.set(START.plusSeconds(60 + 3_601));
        assertThat(runs.views()).isEmpty();
    }

    @Test
    void aSilentRunStays() {
        begin();
        now.set(START.plusSeconds(86_400 * 7));

        assertThat(only().lastData()).contains(START);
    }

    @Test
    void runsThatEndedLongAgoAreNotTaken() {
        now.set(START.plusSeconds(86_400));
        runs.control(Events.control(
                START.plusSeconds(60),
                RunState.newBuilder(Events.run(RUN, START))
                        .setEnded(START.plusSeconds(60))
                        .build()));

        assertThat(runs.views()).isEmpty();
    }

    @Test
    void ofRunsWithoutDataTheOneThatWasHeardOfTheLongestAgoMakesRoom() {
        for (int i = 0; i <= TeamRuns.MAX_RUNS; i++) {
            runs.control(Events.control(START, Events.run(id(i), START.plusSeconds(i))));
        }

        assertThat(runs.views())
                .hasSize(TeamRuns.MAX_RUNS)
                .extracting(view -> view.head().run())
                .doesNotContain(id(0))
                .contains(id(1));
    }

    @Test
    void runsOfAComingTimeAndWithoutAnIdTakeNoRunsPlace() {
        Instant far = Instant.parse("2199-01-01T00:00:00Z");
        begin();
        for (int i = 0; i < 2 * TeamRuns.MAX_RUNS; i++) {
            runs.control(Events.control(far, Events.run(id(i), far)));
        }
        runs.control(Events.control(START, Events.run("run", START)));
        assertThat(runs.views())
                .hasSize(TeamRuns.MAX_RUNS)
                .extracting(view -> view.head().run())
                .contains(RUN)
                .doesNotContain("run");
        assertThat(runs.views())
                .filteredOn(run -> !run.head().run().equals(RUN))
                .allSatisfy(run -> assertThat(run.lastData()).isEmpty());
    }

    @Test
    void aRunThatGoesOnGivesNoPlaceToOneThatBegins() {
        for (int i = 0; i < TeamRuns.MAX_RUNS; i++) {
            runs.control(Events.control(START, Events.run(id(i), START)));
            runs.heartbeat(Heartbeat.newBuilder(Events.heartbeat(i == 5 ? 1 : 28))
                    .setRun(id(i))
                    .build());
        }
        begin();
        assertThat(runs.views()).extracting(view -> view.head().run()).doesNotContain(RUN);

        now.set(START.plusSeconds(62));
        begin();
        assertThat(runs.views())
                .extracting(view -> view.head().run())
                .contains(RUN)
                .doesNotContain(id(5));
    }

    @Test
    void aRunWhoseEndIsOfAComingTimeIsShownAsLongAsItWasHeardOf() {
        begin();
        runs.control(Events.control(
                START.plusSeconds(20),
                RunState.newBuilder(Events.run(RUN, START))
                        .setEnded(Instant.parse("2199-01-01T00:00:00Z"))
                        .build()));
        now.set(START.plusSeconds(20).plus(TeamRuns.KEPT));
        assertThat(runs.views()).hasSize(1);

        now.set(now.get().plusSeconds(1));
        assertThat(runs.views()).isEmpty();
    }

    @Test
    void ofDefinitionsAndResultsTheirFiguresAreKeptAlone() {
        begin();
        Consumer<Object> control = state -> runs.control(Events.control(START, state));
        List<WeakReference<?>> sent = List.of(
                sent(
                        control,
                        RunState.newBuilder(Events.run(RUN, START))
                                .setPlan(large())
                                .build()),
                sent(
                        control,
                        StepState.newBuilder(Events.step(0))
                                .setFlags(List.of(large()))
                                .build()),
                sent(control, Events.slo(TTFT, false)),
                sent(runs::window, Events.window(START.plusSeconds(20)).build()),
                sent(runs::step, step(0, 10, Verdict.PASS)));

        System.gc();

        assertThat(sent).allSatisfy(event -> assertThat(event.get()).isNull());
        assertThat(only().objectives()).hasSize(1);
        assertThat(only().step()).isPresent();
        assertThat(only().metrics()).hasSize(1);
        assertThat(only().held().heldLoad()).isPresent();
    }

    private static <T> WeakReference<T> sent(Consumer<? super T> taker, T event) {
        taker.accept(event);
        return new WeakReference<>(event);
    }

    private static String large() {
        return "x".repeat(1 << 20);
    }

    @Test
    void whereAllRunsHaveTooManyEntriesTheOneWithMostGoes() {
        begin();
        int most = TeamLimit.SHOWN_ENTRIES.most();
        for (int run = 0; run * TeamLimit.LANES_PER_RUN.most() <= most; run++) {
            String id = id(run);
            runs.control(Events.control(START, Events.run(id, START)));
            for (int lane = 0; lane < TeamLimit.LANES_PER_RUN.most(); lane++) {
                runs.heartbeat(Heartbeat.newBuilder(Events.heartbeat(28))
                        .setRun(id)
                        .setLane("lane-" + lane)
                        .setInFlight(1)
                        .build());
            }
        }

        assertThat(runs.views().stream()
                        .mapToInt(run -> run.inFlight().orElse(0))
                        .sum())
                .isBetween(most - 2 * TeamLimit.LANES_PER_RUN.most(), most);
        assertThat(runs.views()).extracting(view -> view.head().run()).contains(RUN);
    }

    @Test
    void ofManyRunsThatChangeSomeAreReportedAtOnceAndTheOthersInTurn() {
        for (int i = 0; i < TeamRuns.REPORTED_AT_ONCE + 5; i++) {
            runs.control(Events.control(START, Events.run(id(i), START)));
        }

        assertThat(runs.takeChanged())
                .extracting(view -> view.head().run())
                .hasSize(TeamRuns.REPORTED_AT_ONCE)
                .contains(id(0));
        assertThat(runs.hasNews()).isTrue();
        runs.control(Events.control(START, Events.run(id(0), START)));
        assertThat(runs.takeChanged())
                .extracting(view -> view.head().run())
                .containsExactly(id(20), id(21), id(22), id(23), id(24), id(0));
        assertThat(runs.hasNews()).isFalse();
    }

    private static String id(int number) {
        return RUN.substring(0, 23) + String.format(Locale.ROOT, "%03d", number);
    }

    private void begin() {
        runs.control(Events.control(START, Events.run(RUN, START)));
    }

    private LiveRunView only() {
        assertThat(runs.views()).hasSize(1);
        return runs.views().get(0);
    }

    private static SloBreach breach(BreachState state) {
        return Events.breach(state, Finality.PROVISIONAL).build();
    }

    private static StepResult provisional(int number, double load, Verdict verdict) {
        return StepResult.newBuilder(step(number, load, verdict))
                .setFinality(Finality.PROVISIONAL)
                .build();
    }

    private static StepResult step(int number, double load, Verdict verdict) {
        return Events.result(Finality.FINAL, 100)
                .setStep(number)
                .setLoad(load)
                .setVerdict(verdict)
                .build();
    }
}
