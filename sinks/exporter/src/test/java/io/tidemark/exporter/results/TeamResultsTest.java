package io.tidemark.exporter.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.tidemark.events.BreachState;
import io.tidemark.events.BurnRule;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TeamResultsTest {
    private static final String OBJECTIVE = "ttft p95 < 250ms";
    private static final String OTHER_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final ResultLimits LIMITS = new ResultLimits(2, 5, 2, Duration.ofMinutes(10));

    private Instant now = Events.START.plusSeconds(60);
    private final TeamResults results = new TeamResults(new Team("perf"), LIMITS, () -> now);

    @BeforeEach
    void runBegins() {
        results.control(Events.control(Events.START, Events.run(Events.RUN, Events.START)));
        results.control(Events.control(Events.START, Events.slo(OBJECTIVE, false)));
    }

    @Test
    void requestsAreCountedByOutcomeAndTheirTokensWhenOk() {
        results.request(Events.request(0, 100).build());
        results.request(Events.request(1, 100).setOutcome(Outcome.HTTP_ERROR).build());
        assertThat(counter(ResultMetric.REQUESTS, "outcome", "ok")).isEqualTo(1);
        assertThat(counter(ResultMetric.REQUESTS, "outcome", "http_error")).isEqualTo(1);
        assertThat(counter(ResultMetric.OUTPUT_TOKENS, "class", "all")).isEqualTo(11);
        assertThat(counter(ResultMetric.PROMPT_TOKENS, "class", "all")).isEqualTo(500);
    }

    @Test
    void anOutcomeThatNoRequestHadIsCountedFromZero() {
        results.request(Events.request(0, 100).build());
        assertThat(counter(ResultMetric.REQUESTS, "outcome", "empty")).isZero();
        assertThat(counter(ResultMetric.REQUESTS, "outcome", "client_error")).isZero();
    }

    @Test
    void aRequestThatIsToldTwiceIsCountedOnce() {
        results.request(Events.request(0, 100).build());
        results.request(Events.request(0, 100).build());
        results.request(Events.request(1, 100).build());
        assertThat(counter(ResultMetric.REQUESTS, "outcome", "ok")).isEqualTo(2);
    }

    @Test
    void aClassCountsForItselfAndForAllButTheFirstRequestDoesNot() {
        results.request(Events.request(0, 100).setRequestClass("chat").build());
        results.request(Events.request(1, 100).setRequestClass("first-request").build());
        assertThat(counter(ResultMetric.REQUESTS, "class", "chat", "outcome", "ok"))
                .isEqualTo(1);
        assertThat(counter(ResultMetric.REQUESTS, "class", "all", "outcome", "ok"))
                .isEqualTo(1);
        assertThat(counter(ResultMetric.REQUESTS, "class", "first-request", "outcome", "ok"))
                .isEqualTo(1);
    }

    @Test
    void aRequestMayComeBeforeItsRun() {
        TeamResults early = new TeamResults(new Team("perf"), LIMITS, () -> now);
        early.request(Events.request(0, 100).build());
        early.control(Events.control(Events.START, Events.run(Events.RUN, Events.START)));
        assertThat(points(early, ResultMetric.PROMPT_TOKENS)).hasSize(1);
    }

    @Test
    void latenciesAreOfWholeStepWindowsWithExactCountsAtTheObjectivesLimit() {
        results.request(Events.request(0, 249).build());
        results.request(Events.request(1, 251).build());
        ByteBuffer sketch = Events.sketch(249_000_000, 251_000_000);
        results.window(Events.window(now).setWindowSeconds(0).setSketch(sketch).build());
        results.window(Events.window(now)
                .setWindowSeconds(10)
                .setSketch(Events.sketch(1))
                .build());
        HistogramDataPointSnapshot ttft =
                (HistogramDataPointSnapshot) points(results, ResultMetric.TTFT).get(0);
        assertThat(ttft.getCount()).isEqualTo(2);
        assertThat(ttft.getClassicBuckets().getUpperBound(0)).isEqualTo(0.25);
        assertThat(ttft.getClassicBuckets().getCount(0)).isEqualTo(1);
        assertThat(ttft.getExemplars().get(0, 0.25).getLabels().get("request")).isEqualTo("a-0");
        assertThat(ttft.getExemplars()
                        .get(0.25, Double.POSITIVE_INFINITY)
                        .getLabels()
                        .get("run"))
                .isEqualTo(Events.RUN);
        assertThat(values(ttft)).containsExactly("perf", "h200", "baseline", Events.RUN, "gpu", "all");
    }

    @Test
    void theNewestStepSaysHowItsObjectivesStand() {
        results.step(result(0, 2.0, Finality.FINAL, Verdict.PASS));
        results.step(result(1, 4.0, Finality.FINAL, Verdict.FAIL));
        results.step(result(2, 3.0, Finality.PROVISIONAL, Verdict.INCONCLUSIVE));
        assertThat(gauge(ResultMetric.STEP)).as("from 1").isEqualTo(3);
        assertThat(gauge(ResultMetric.STEP_LOAD, "load_kind", "rate")).isEqualTo(3.0);
        assertThat(gauge(ResultMetric.STEP_VERDICT, "verdict", "fail"))
                .as("the newest final one")
                .isEqualTo(1);
        assertThat(gauge(ResultMetric.STEP_VERDICT, "verdict", "pass")).isZero();
        assertThat(gauge(ResultMetric.HELD_LOAD)).isEqualTo(2.0);
        assertThat(gauge(ResultMetric.FAILED_LOAD)).isEqualTo(4.0);
        assertThat(counter(ResultMetric.OBJECTIVE_REQUESTS, "objective", OBJECTIVE))
                .isEqualTo(30);
        assertThat(counter(ResultMetric.OBJECTIVE_BAD_REQUESTS, "objective", OBJECTIVE))
                .isEqualTo(3);
        assertThat(gauge(ResultMetric.OBJECTIVE_TARGET)).isEqualTo(0.95);
        assertThat(gauge(ResultMetric.OBJECTIVE_LIMIT, "metric", "ttft")).isEqualTo(0.25);
        assertThat(gauge(ResultMetric.OBJECTIVE_STATE, "state", "firing")).isEqualTo(1);
        assertThat(gauge(ResultMetric.ERROR_BUDGET_LEFT)).isEqualTo(0.75);
        assertThat(gauge(ResultMetric.BURN_RATE, "window", "2m")).isEqualTo(22.5);
        assertThat(gauge(ResultMetric.BURN_RATE, "window", "10s")).isEqualTo(41);
        assertThat(gauge(ResultMetric.BURN_RULE_FIRING, "severity", "page")).isEqualTo(1);
    }

    @Test
    void heldLoadIsOfStepsWithALoadAndOfARunThatIsValid() {
        results.step(result(0, 0, Finality.FINAL, Verdict.FAIL)); // all requests at once
        results.step(result(1, 4.0, Finality.FINAL, Verdict.PASS));
        results.step(StepResult.newBuilder(result(1, 4.0, Finality.FINAL, Verdict.UNKNOWN))
                .setTarget("one")
                .setRequestClass(RequestClass.ONE_TARGET)
                .build());
        results.step(StepResult.newBuilder(result(1, 4.0, Finality.FINAL, Verdict.FAIL))
                .setSegment(2)
                .build());
        assertThat(gauge(ResultMetric.HELD_LOAD)).isEqualTo(4.0);
        assertThat(points(results, ResultMetric.FAILED_LOAD)).isEmpty();

        results.control(Events.control(
                Events.START,
                RunState.newBuilder(Events.run(Events.RUN, Events.START))
                        .setStatus(RunStatus.INVALID)
                        .build()));
        assertThat(points(results, ResultMetric.HELD_LOAD)).isEmpty();
    }

    @Test
    void aStepThatLacksEventsForGoodIsOverAsInReports() {
        results.step(result(0, 2.0, Finality.INCOMPLETE, Verdict.PASS));
        assertThat(gauge(ResultMetric.HELD_LOAD)).isEqualTo(2.0);
        assertThat(gauge(ResultMetric.STEP_VERDICT, "verdict", "pass")).isEqualTo(1);
    }

    @Test
    void aRunThatDoesNotCountHasNoVerdictAndHoldsNoLoad() {
        results.step(result(0, 2.0, Finality.FINAL, Verdict.PASS));
        RunState run = Events.run(Events.RUN, Events.START);
        List<RunState> uncounted = List.of(
                RunState.newBuilder(run).setStatus(RunStatus.INVALID).build(),
                RunState.newBuilder(run).setStatus(RunStatus.ABORTED).build(),
                RunState.newBuilder(run)
                        .setLabels(Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE))
                        .build());
        for (RunState state : uncounted) {
            results.control(Events.control(Events.START, state));
            assertThat(points(results, ResultMetric.HELD_LOAD)).isEmpty();
            assertThat(points(results, ResultMetric.STEP_VERDICT)).isEmpty();
            assertThat(gauge(ResultMetric.STEP)).isEqualTo(1);
        }
        results.control(Events.control(Events.START, run));
        assertThat(gauge(ResultMetric.HELD_LOAD)).isEqualTo(2.0);
    }

    @Test
    void breachesAreOpenUntilTheyClose() {
        assertThat(counter(ResultMetric.BREACHES, "severity", "window"))
                .as("before the first")
                .isZero();
        assertThat(gauge(ResultMetric.BREACHES_OPEN, "severity", "window")).isZero();
        results.breach(Events.breach(BreachState.OPENED, Finality.FINAL).build());
        assertThat(gauge(ResultMetric.BREACHES_OPEN, "severity", "window")).isEqualTo(1);
        results.breach(Events.breach(BreachState.CLOSED, Finality.FINAL).build());
        assertThat(gauge(ResultMetric.BREACHES_OPEN, "severity", "window")).isZero();
        assertThat(counter(ResultMetric.BREACHES, "severity", "window")).isEqualTo(1);
    }

    @Test
    void comparisonsAreCountedByTheirNewestVerdict() {
        results.regression(Events.regression(Events.START, ComparisonVerdict.REGRESSED));
        assertThat(gauge(ResultMetric.COMPARISONS, "verdict", "regressed")).isEqualTo(1);
        results.regression(Events.regression(Events.START.plusSeconds(1), ComparisonVerdict.EQUIVALENT));
        assertThat(gauge(ResultMetric.COMPARISONS, "verdict", "regressed")).isZero();
        assertThat(gauge(ResultMetric.COMPARISONS, "verdict", "equivalent")).isEqualTo(1);
        results.regression(Events.regression(Events.START.plusSeconds(2), ComparisonVerdict.UNKNOWN));
        assertThat(points(results, ResultMetric.COMPARISONS)).isEmpty();
    }

    @Test
    void eachWorkloadAndEachQuantileHasComparisonsOfItsOwn() {
        Regression p99 = Events.regression(Events.START, ComparisonVerdict.REGRESSED);
        results.regression(Regression.newBuilder(p99).setWorkloadHash("one").build());
        results.regression(Regression.newBuilder(p99)
                .setWorkloadHash("one")
                .setQuantile(0.5)
                .setVerdict(ComparisonVerdict.EQUIVALENT)
                .build());
        results.regression(Regression.newBuilder(p99)
                .setWorkloadHash("other")
                .setVerdict(ComparisonVerdict.EQUIVALENT)
                .setOutcome(PhaseOutcome.EQUIVALENT)
                .build());

        assertThat(gauge(ResultMetric.COMPARISONS, "workload", "one", "verdict", "regressed"))
                .isEqualTo(1);
        assertThat(gauge(ResultMetric.COMPARISONS, "workload", "one", "verdict", "equivalent"))
                .isEqualTo(1);
        assertThat(gauge(ResultMetric.COMPARISONS, "workload", "other", "verdict", "regressed"))
                .isZero();
        assertThat(gauge(ResultMetric.COMPARISONS, "workload", "other", "verdict", "equivalent"))
                .isEqualTo(1);
        assertThat(gauge(ResultMetric.DECISION, "workload", "other", "outcome", "equivalent"))
                .isEqualTo(1);
    }

    /** A look tells of many figures: each has its decision, and one that is withdrawn has none. */
    @Test
    void theDecisionBetweenTwoPhasesIsThatOfTheNewestFigureThatStands() {
        results.regression(decided(0, 2, PhaseOutcome.UNDECIDED));
        results.regression(decided(10, 4, PhaseOutcome.WORSE));
        results.regression(decided(5, 8, PhaseOutcome.HINT));
        assertThat(points(results, ResultMetric.DECISION)).hasSize(7);
        assertThat(gauge(ResultMetric.DECISION, "outcome", "worse")).isEqualTo(1);
        assertThat(gauge(ResultMetric.DECISION, "outcome", "undecided")).isZero();

        results.regression(decided(20, 4, PhaseOutcome.UNKNOWN));
        assertThat(gauge(ResultMetric.DECISION, "base_phase", "baseline", "phase", "moderate", "outcome", "hint"))
                .isEqualTo(1);
        results.regression(decided(20, 2, PhaseOutcome.UNKNOWN));
        results.regression(decided(20, 8, PhaseOutcome.UNKNOWN));
        assertThat(points(results, ResultMetric.DECISION)).isEmpty();
    }

    private static Regression decided(long second, double load, PhaseOutcome outcome) {
        return Regression.newBuilder(
                        Events.regression(Events.START.plusSeconds(second), ComparisonVerdict.INCONCLUSIVE))
                .setLoad(load)
                .setOutcome(outcome)
                .build();
    }

    @Test
    void aLaneThatIsSilentHasNothingInFlight() {
        Heartbeat heartbeat = Heartbeat.newBuilder(Events.heartbeat(1))
                .setTarget("gpu")
                .setInFlight(7)
                .build();
        results.heartbeat(heartbeat);
        assertThat(gauge(ResultMetric.REQUESTS_IN_FLIGHT)).isEqualTo(7);
        now = now.plusSeconds(10);
        assertThat(gauge(ResultMetric.REQUESTS_IN_FLIGHT)).isZero();
    }

    @Test
    void lanesOfARunBeyondTheLimitOfATeamAreNotKept() {
        for (int i = 0; i < TeamLimit.LANES_PER_RUN.most() + 10; i++) {
            results.heartbeat(Heartbeat.newBuilder(Events.heartbeat(1))
                    .setLane("lane-" + i)
                    .setTarget("gpu")
                    .setInFlight(1)
                    .build());
        }
        assertThat(gauge(ResultMetric.REQUESTS_IN_FLIGHT)).isEqualTo(TeamLimit.LANES_PER_RUN.most());
    }

    @Test
    void anEndedRunLeavesAfterTenMinutes() {
        results.regression(Events.regression(Events.START, ComparisonVerdict.REGRESSED));
        RunState ended = RunState.newBuilder(Events.run(Events.RUN, Events.START))
                .setStatus(RunStatus.ENDED)
                .setEnded(now)
                .build();
        results.control(Events.control(now, ended));
        now = now.plus(Duration.ofMinutes(10));
        assertThat(gauge(ResultMetric.RUN_STATUS, "status", "ended")).isEqualTo(1);
        now = now.plusSeconds(1);
        assertThat(points(results, ResultMetric.RUN_STATUS)).isEmpty();
        assertThat(points(results, ResultMetric.COMPARISONS)).isEmpty();
        results.control(Events.control(now, ended));
        assertThat(points(results, ResultMetric.RUN_STATUS))
                .as("it does not come back")
                .isEmpty();
    }

    @Test
    void aRunThatFellSilentLeavesToo() {
        now = now.plus(Duration.ofMinutes(9));
        assertThat(points(results, ResultMetric.RUN_STATUS)).isNotEmpty();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(points(results, ResultMetric.RUN_STATUS)).isEmpty();
    }

    @Test
    void runsSeriesAndObjectivesBeyondTheLimitsAreCounted() {
        results.control(Events.control(Events.START, Events.slo("b", false)));
        results.control(Events.control(Events.START, Events.slo("c", false)));
        for (int i = 0; i < 6; i++) {
            results.request(Events.request(i, 100).setRequestClass("class-" + i).build());
        }
        results.control(Events.control(Events.START, Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4Q", Events.START)));
        results.control(Events.control(Events.START, Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4R", Events.START)));
        assertThat(counter(ResultMetric.EXPORTER_OVER_LIMIT, "kind", "objective"))
                .isEqualTo(1);
        assertThat(counter(ResultMetric.EXPORTER_OVER_LIMIT, "kind", "run")).isEqualTo(1);
        assertThat(counter(ResultMetric.EXPORTER_OVER_LIMIT, "kind", "series"))
                .as("places for 4 of classes, and one of all classes takes one")
                .isEqualTo(3);
        assertThat(counter(ResultMetric.REQUESTS, "class", "all", "outcome", "ok"))
                .isEqualTo(6);
    }

    @Test
    void aSketchThatIsNoneIsCounted() {
        results.window(Events.window(now)
                .setWindowSeconds(0)
                .setSketch(ByteBuffer.wrap(new byte[] {9, 9}))
                .build());
        assertThat(counter(ResultMetric.EXPORTER_UNUSABLE, "team", "perf")).isEqualTo(1);
        assertThat(points(results, ResultMetric.TTFT)).isEmpty();
    }

    @Test
    void aRequestWithACountOfTokensOutOfRangeIsNotExposed() {
        results.request(Events.request(0, 100).setCachedTokens(-1).build());
        results.request(Events.request(1, 100).setPromptTokens(-1).build());
        results.request(Events.request(2, 100).setOutputTokens(-1).build());
        results.request(Events.request(3, 100).build());
        assertThat(counter(ResultMetric.REQUESTS, "class", "all", "outcome", "ok"))
                .isEqualTo(1);
        assertThat(counter(ResultMetric.EXPORTER_UNUSABLE, "team", "perf")).isEqualTo(3);
    }

    @Test
    void aRequestWhoseSketchOverflowsIsCountedAsUnusable() {
        byte[] zeros = {1, 5, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 127, 1, 0, 1};
        results.request(
                Events.request(0, 100).setItlSketch(ByteBuffer.wrap(zeros)).build());
        assertThat(counter(ResultMetric.EXPORTER_UNUSABLE, "team", "perf")).isEqualTo(1);
    }

    @Test
    void aRunOfWhichAValueCannotBeExposedTakesNothingElseFromThePage() {
        results.control(Events.control(Events.START, Events.run(OTHER_RUN, Events.START)));
        results.request(Events.request(0, 100).build());
        results.step(StepResult.newBuilder(result(0, 2.0, Finality.FINAL, Verdict.PASS))
                .setRun(OTHER_RUN)
                .setObjectives(List.of(ObjectiveResult.newBuilder(ExposedRun.firing())
                        .setCount(-1)
                        .build()))
                .build());
        assertThat(points(results, ResultMetric.RUN_STATUS))
                .extracting(point -> point.getLabels().get("run"))
                .containsOnly(Events.RUN);
        assertThat(counter(ResultMetric.REQUESTS, "class", "all", "outcome", "ok"))
                .isEqualTo(1);
        assertThat(counter(ResultMetric.EXPORTER_UNUSABLE, "team", "perf"))
                .as("of three pages")
                .isEqualTo(3);
    }

    @Test
    void runsOfAComingTimeKeepNoRunOut() {
        Instant far = Instant.parse("2199-01-01T00:00:00Z");
        TeamResults team = new TeamResults(new Team("perf"), LIMITS, () -> now);
        team.control(Events.control(far, Events.run(id(1), far)));
        team.control(Events.control(
                now,
                RunState.newBuilder(Events.run(id(2), Events.START))
                        .setEnded(far)
                        .build()));
        now = now.plus(LIMITS.keepEnded());
        team.control(Events.control(now, Events.run(id(3), now)));
        team.control(Events.control(now, Events.run(id(4), now)));
        now = now.plusSeconds(1);
        assertThat(runs(team)).containsOnly(id(3), id(4));
        assertThat(overLimit(team, "run"))
                .as("while one was there that has ended")
                .isEqualTo(1);
    }

    @Test
    void aRunWhoseIdIsNoneIsNotExposed() {
        results.control(Events.control(now, Events.run("run", now)));
        assertThat(runs(results)).containsOnly(Events.RUN);
        assertThat(counter(ResultMetric.EXPORTER_UNUSABLE, "team", "perf")).isEqualTo(1);
    }

    /** Of two places. */
    @Test
    void aRunThatIsSilentOrHasNoDataGivesWayAndOneThatGoesOnDoesNot() {
        results.request(Events.request(100, 100).build());
        results.control(Events.control(now, Events.run(id(1), now)));
        results.control(Events.control(now, Events.run(id(2), now)));
        assertThat(runs(results)).as("without data").containsOnly(Events.RUN, id(2));

        results.request(Events.request(0, 100).setRun(id(2)).setDue(now).build());
        results.control(Events.control(now, Events.run(id(3), now)));
        assertThat(runs(results)).as("both go on").containsOnly(Events.RUN, id(2));

        now = now.plusSeconds(61);
        results.request(Events.request(101, 100).setDue(now).build());
        results.control(Events.control(now, Events.run(id(4), now)));
        assertThat(runs(results)).as("silent").containsOnly(Events.RUN, id(4));
        assertThat(overLimit(results, "run")).isEqualTo(3);
    }

    private static Set<String> runs(TeamResults team) {
        return points(team, ResultMetric.RUN_STATUS).stream()
                .map(point -> point.getLabels().get("run"))
                .collect(Collectors.toSet());
    }

    @Test
    void ofDefinitionsResultsAndEarlyRequestsWhatIsExposedIsKeptAlone() {
        Consumer<Object> control = state -> results.control(Events.control(Events.START, state));
        List<WeakReference<?>> sent = List.of(
                sent(
                        control,
                        RunState.newBuilder(Events.run(Events.RUN, Events.START))
                                .setPlan(large())
                                .build()),
                sent(control, Events.slo(OBJECTIVE, false)),
                sent(results::step, result(0, 2.0, Finality.FINAL, Verdict.PASS)),
                sent(
                        text -> results.request(Events.request(0, 100)
                                .setRun(OTHER_RUN)
                                .setRecordedPrompt(text)
                                .build()),
                        large()));

        System.gc();

        assertThat(sent).allSatisfy(event -> assertThat(event.get()).isNull());
        results.control(Events.control(Events.START, Events.run(OTHER_RUN, Events.START)));
        assertThat(counter(ResultMetric.OUTPUT_TOKENS, "run", OTHER_RUN)).isEqualTo(11);
        assertThat(gauge(ResultMetric.HELD_LOAD)).isEqualTo(2.0);
        assertThat(gauge(ResultMetric.OBJECTIVE_TARGET)).isEqualTo(0.95);
    }

    private static <T> WeakReference<T> sent(Consumer<? super T> taker, T event) {
        taker.accept(event);
        return new WeakReference<>(event);
    }

    private static String large() {
        return "x".repeat(1 << 20);
    }

    @Test
    void ofEarlyRequestsTheNewestAreKept() {
        for (int i = 0; i < 150; i++) {
            results.request(Events.request(i, 100).setRun(OTHER_RUN).build());
        }
        results.control(Events.control(Events.START, Events.run(OTHER_RUN, Events.START)));
        assertThat(counter(ResultMetric.REQUESTS, "run", OTHER_RUN, "outcome", "ok"))
                .isEqualTo(100);
    }

    @Test
    void whereAllRunsHaveTooManyEntriesTheOneWithMostGoes() {
        TeamResults team = new TeamResults(new Team("perf"), ResultLimits.DEFAULT, () -> now);
        team.control(Events.control(Events.START, Events.run(Events.RUN, Events.START)));
        int most = TeamLimit.SHOWN_ENTRIES.most();
        for (int run = 0; run * TeamLimit.LANES_PER_RUN.most() <= most; run++) {
            String id = id(run);
            team.control(Events.control(Events.START, Events.run(id, Events.START)));
            for (int lane = 0; lane < TeamLimit.LANES_PER_RUN.most(); lane++) {
                team.heartbeat(Heartbeat.newBuilder(Events.heartbeat(1))
                        .setRun(id)
                        .setLane("lane-" + lane)
                        .build());
            }
        }
        assertThat(points(team, ResultMetric.REQUESTS_IN_FLIGHT)).hasSize(12);
        assertThat(points(team, ResultMetric.RUN_STATUS))
                .extracting(point -> point.getLabels().get("run"))
                .contains(Events.RUN);
        assertThat(overLimit(team, "run")).isEqualTo(1);
    }

    @Test
    void comparisonsBeyondTheLimitAreCounted() {
        for (int load = 0; load <= PhaseComparisons.MOST; load++) {
            results.regression(Regression.newBuilder(Events.regression(Events.START, ComparisonVerdict.REGRESSED))
                    .setLoad(load)
                    .build());
        }
        assertThat(gauge(ResultMetric.COMPARISONS, "verdict", "regressed")).isEqualTo(PhaseComparisons.MOST);
        assertThat(overLimit(results, "series")).isEqualTo(1);
    }

    @Test
    void aLongValueOfALabelIsCutAndStaysApartFromOthers() {
        for (String end : List.of("a", "b")) {
            results.regression(Regression.newBuilder(Events.regression(Events.START, ComparisonVerdict.REGRESSED))
                    .setWorkloadHash("w".repeat(4_000) + end)
                    .build());
        }
        Set<String> workloads = points(results, ResultMetric.COMPARISONS).stream()
                .map(point -> point.getLabels().get("workload"))
                .collect(Collectors.toSet());
        assertThat(workloads)
                .hasSize(2)
                .allSatisfy(workload ->
                        assertThat(workload).startsWith("www").hasSizeLessThanOrEqualTo(ResultPoints.MOST_OF_LABEL));
    }

    @Test
    void anExemplarIsOfARequestWithAShortNameAlone() {
        results.request(Events.request(0, 249).setRequest("r".repeat(4_000)).build());
        results.window(Events.window(now)
                .setWindowSeconds(0)
                .setSketch(Events.sketch(249_000_000))
                .build());
        HistogramDataPointSnapshot ttft =
                (HistogramDataPointSnapshot) points(results, ResultMetric.TTFT).get(0);
        assertThat(ttft.getExemplars().get(0, 0.25).getLabels().stream()).isEmpty();
    }

    /** 50 runs with 50 objectives of 17 severities each, whatever their names. */
    @Test
    void aTeamWithLongNamesTakesAPartOfThePageAndNothingOfAnotherTeams() throws IOException {
        TeamResults large = new TeamResults(new Team("large"), ResultLimits.DEFAULT, () -> now);
        for (int run = 0; run < ResultLimits.DEFAULT.runs(); run++) {
            String id = id(run);
            large.control(Events.control(
                    Events.START,
                    RunState.newBuilder(Events.run(id, Events.START))
                            .setExperiment("e".repeat(TeamLimit.TEXT_LENGTH.most()))
                            .setPhase("p".repeat(TeamLimit.TEXT_LENGTH.most()))
                            .build()));
            for (int i = 0; i < ResultLimits.DEFAULT.objectives(); i++) {
                large.control(Events.control(Events.START, manyRules(id, "o".repeat(250) + i)));
            }
        }

        ResultPoints alone = new ResultPoints();
        results.addTo(alone);
        ResultPoints page = new ResultPoints();
        large.addTo(page);
        large.addStateTo(page);
        results.addTo(page);

        assertThat(text(page)).hasSizeLessThan(2 * ResultPoints.MOST_CHARACTERS);
        assertThat(text(page).lines().filter(line -> line.contains("team=\"perf\"")))
                .containsExactlyInAnyOrderElementsOf(text(alone)
                        .lines()
                        .filter(line -> line.contains("team=\"perf\""))
                        .toList())
                .isNotEmpty();
        assertThat(overLimit(large, "series")).isPositive();
    }

    private static String id(int number) {
        return Events.RUN.substring(0, 23) + String.format(Locale.ROOT, "%03d", number);
    }

    private static SloState manyRules(String run, String name) {
        SloState slo = Events.slo(name, false);
        return SloState.newBuilder(slo)
                .setRun(run)
                .setObjective(ObjectiveState.newBuilder(slo.getObjective())
                        .setBurnRules(IntStream.range(0, ErrorBudget.MAX_RULES)
                                .mapToObj(rule -> BurnRule.newBuilder()
                                        .setSeverity("s".repeat(250) + rule)
                                        .setBurn(1)
                                        .setLongSeconds(60)
                                        .setShortSeconds(5)
                                        .build())
                                .toList())
                        .build())
                .build();
    }

    private static String text(ResultPoints page) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ExpositionFormats.init().getPrometheusTextFormatWriter().write(text, page.snapshots());
        return text.toString(StandardCharsets.UTF_8);
    }

    private static double overLimit(TeamResults team, String kind) {
        return points(team, ResultMetric.EXPORTER_OVER_LIMIT).stream()
                .filter(point -> kind.equals(point.getLabels().get("kind")))
                .mapToDouble(point -> ((CounterDataPointSnapshot) point).getValue())
                .sum();
    }

    private static StepResult result(int step, double load, Finality finality, Verdict verdict) {
        return Events.result(finality, 10)
                .setStep(step)
                .setLoad(load)
                .setVerdict(verdict)
                .setObjectives(List.of(ExposedRun.firing()))
                .build();
    }

    private double counter(ResultMetric metric, String... label) {
        return one(metric, label)
                .map(CounterDataPointSnapshot.class::cast)
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private double gauge(ResultMetric metric, String... label) {
        return one(metric, label)
                .map(GaugeDataPointSnapshot.class::cast)
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private Stream<DataPointSnapshot> one(ResultMetric metric, String... label) {
        List<DataPointSnapshot> found = points(results, metric).stream()
                .filter(point -> IntStream.range(0, label.length / 2)
                        .allMatch(i -> label[2 * i + 1].equals(point.getLabels().get(label[2 * i]))))
                .toList();
        assertThat(found).as("%s with %s", metric, Arrays.toString(label)).hasSize(1);
        return found.stream();
    }

    private static List<DataPointSnapshot> points(TeamResults of, ResultMetric metric) {
        ResultPoints points = new ResultPoints();
        of.addTo(points);
        of.addStateTo(points);
        return points.snapshots().stream()
                .filter(snapshot -> snapshot.getMetadata()
                        .getName()
                        .equals(metric.metadata().getName()))
                .map(MetricSnapshot::getDataPoints)
                .<DataPointSnapshot>flatMap(List::stream)
                .toList();
    }

    private static List<String> values(DataPointSnapshot point) {
        return ResultMetric.TTFT.labels().stream().map(point.getLabels()::get).toList();
    }
}
