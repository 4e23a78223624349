package io.tidemark.exporter.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TeamResultsTest {
    private static final String OBJECTIVE = "ttft p95 < 250ms";
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
        results.control(Events.control(Events.START, Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4Q", Events.START)));
        results.control(Events.control(Events.START, Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4R", Events.START)));
        for (int i = 0; i < 6; i++) {
            results.request(Events.request(i, 100).setRequestClass("class-" + i).build());
        }
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
