package io.tidemark.streams.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.MovedSide;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import io.tidemark.streams.wire.AvroBytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One metric at one load; runs are numbered by when they ran, and a run's p50, p95 and p99 are all the same value. */
final class RegressionsTopologyTest {
    private static final Team TEAM = new Team("alpha");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path stateDir;

    private final SchemaRegistry registry =
            new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://mock"));
    private TopologyTestDriver driver;

    /** The last record of each key. */
    private final Map<String, Regression> published = new TreeMap<>();

    @BeforeEach
    void start() {
        registry.register(TEAM);
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, TEAM.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        driver = new TopologyTestDriver(
                TeamTopology.of(TEAM, new TeamServices(registry, TeamMeters.discarding(TEAM)), 1), config);
    }

    @AfterEach
    void stop() {
        driver.close();
    }

    @Test
    void threeRunsASideAreDecidedAsTheRunsEnd() {
        // run  phase   ttft ms
        given(1, "base", 99);
        given(2, "tuned", 119);
        given(3, "tuned", 120);
        given(4, "base", 100);
        given(5, "base", 101);
        assertThat(p99("base", "tuned").getVerdict()).isEqualTo(ComparisonVerdict.SCREENING);
        given(6, "tuned", 121);
        assertThat(p99("base", "tuned")).satisfies(decided -> {
            assertThat(decided.getVerdict()).isEqualTo(ComparisonVerdict.REGRESSED);
            assertThat(decided.getChange()).isCloseTo(0.2, within(0.001));
            assertThat(decided.getBaseRuns()).containsExactly(id(1), id(4), id(5));
            assertThat(decided.getMargin()).isEqualTo(0.1);
            assertThat(decided.getAdjustedP()).isLessThan(0.001);
            assertThat(decided.getWorkloadHash()).isEqualTo("w");
        });
    }

    /** Runs of the base, of six that ran in the order of their numbers. */
    @ParameterizedTest
    @CsvSource({
        "1 2 3, INCONCLUSIVE, UNDECIDED, UNDECIDED",
        "1 3 5, INCONCLUSIVE, UNDECIDED, UNDECIDED",
        "1 4 5, REGRESSED,    WORSE,     FAIL"
    })
    void theTopicDecidesAsAGateDoesOfTheSameRuns(
            String baseRuns, ComparisonVerdict verdict, PhaseOutcome outcome, GateOutcome gate) {
        List<StepResult> results = new ArrayList<>();
        for (int run = 1; run <= 6; run++) {
            boolean isBase = baseRuns.contains(Integer.toString(run));
            results.add(result(run, isBase ? "base" : "tuned", (isBase ? 100 : 120) + run % 3)
                    .build());
        }
        results.forEach(this::send);

        Map<String, ComparisonSide> sides = ComparisonSides.byPhase(results);
        RunComparison comparison = RunComparison.of(sides.get("base"), sides.get("tuned"), ComparisonPolicy.DEFAULT);
        assertThat(GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of()).outcome())
                .isEqualTo(gate);
        assertThat(p99("base", "tuned")).satisfies(published -> {
            assertThat(published.getVerdict()).isEqualTo(verdict);
            assertThat(published.getOutcome()).isEqualTo(outcome);
            assertThat(published.getDecision())
                    .isEqualTo(comparison.decision().sentence())
                    .contains("tuned against base is worse in ");
        });
    }

    /** It was published of while nothing said that the load is too high. */
    @Test
    void aLatencyAtALoadThatASideDoesNotHoldIsWithdrawn() {
        for (int run = 1; run <= 3; run++) {
            judged(run, "base", 99 + run, 2, Verdict.PASS);
            judged(run, "base", 99 + run, 4, Verdict.PASS);
        }
        judged(4, "tuned", 120, 2, Verdict.PASS);
        judged(4, "tuned", 120, 4, Verdict.PASS);
        assertThat(p99("base", "tuned").getVerdict()).isNotEqualTo(ComparisonVerdict.UNKNOWN);
        for (int run = 5; run <= 6; run++) {
            judged(run, "tuned", 120, 2, Verdict.PASS);
            judged(run, "tuned", 120, 4, Verdict.FAIL);
        }
        assertThat(p99("base", "tuned")).satisfies(withdrawn -> {
            assertThat(withdrawn.getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
            assertThat(withdrawn.getBasis()).contains("breaks its SLO at this load");
            assertThat(withdrawn.getCandidateRuns()).containsExactly(id(4), id(5), id(6));
        });
    }

    private void judged(int run, String phase, long ttftMillis, double load, Verdict verdict) {
        send(result(run, phase, ttftMillis)
                .setStep((int) load)
                .setLoad(load)
                .setRequestClass(RequestClass.ALL)
                .setVerdict(verdict)
                .build());
    }

    @Test
    void anAmendedResultTakesThePlaceOfTheFirst() {
        List.of(1, 2, 3).forEach(run -> given(run, "base", 99 + run));
        List.of(4, 5).forEach(run -> given(run, "tuned", 99 + run));
        given(6, "tuned", 500);
        given(6, "tuned", 105);
        assertThat(p99("base", "tuned").getCandidateRuns()).containsExactly(id(4), id(5), id(6));
        assertThat(p99("base", "tuned").getCandidateNanos()).isCloseTo(104e6, within(0.02e6));
    }

    @Test
    void theSameResultAgainIsNotToldAgain() {
        given(1, "base", 100);
        given(2, "tuned", 100);
        assertThat(read()).isNotEmpty();
        given(2, "tuned", 100);
        assertThat(read()).isEmpty();
    }

    @Test
    void thePhaseThatRanFirstIsTheBaseWhateverComesFirst() {
        given(7, "tuned", 120);
        given(8, "other", 110);
        given(1, "base", 100);
        assertThat(p99("base", "tuned").getRatio()).isCloseTo(1.2, within(1e-9));
        assertThat(p99("base", "other").getRatio()).isCloseTo(1.1, within(1e-9));
    }

    @Test
    void aBaseOfManyPhasesIsComparedInPartsAndAnotherResultOnTheWayReachesAllOfThem() {
        for (int phase = 0; phase < 30; phase++) {
            given(10 + phase, "pr-%02d".formatted(phase), 120);
        }
        read();
        given(1, "base", 100);
        assertThat(candidates(read())).as("in one call").hasSizeLessThanOrEqualTo(BaselinePasses.PART);
        given(2, "base", 100);
        assertThat(candidates(read())).as("in one call").hasSizeLessThanOrEqualTo(BaselinePasses.PART);
        for (int part = 0; part < 12; part++) {
            driver.advanceWallClockTime(Duration.ofMillis(100));
            assertThat(candidates(read())).as("in one part").hasSizeLessThanOrEqualTo(BaselinePasses.PART);
        }
        for (int phase = 0; phase < 30; phase++) {
            assertThat(p99("base", "pr-%02d".formatted(phase)).getBaseRuns()).containsExactly(id(1), id(2));
        }
        driver.advanceWallClockTime(Duration.ofSeconds(1));
        assertThat(read()).as("when all is compared").isEmpty();
    }

    @Test
    void everyLookPaysButMoreStepsAndAmendmentsOfTheSameRunsDoNot() {
        List.of(1, 2, 3).forEach(run -> given(run, "base", 99 + run));
        List.of(4, 5, 6).forEach(run -> given(run, "tuned", 119 + run));
        double first = adjustedPerP(p99("base", "tuned"));
        given(6, "tuned", 124);
        double amended = adjustedPerP(p99("base", "tuned"));
        given(7, "tuned", 122);
        double second = adjustedPerP(p99("base", "tuned"));
        // Look n may spend 1 / (n (n + 1)): adjusted p are multiplied by 2, and by 6 at the second look.
        assertThat(amended).isCloseTo(first, within(1e-9));
        assertThat(second).isCloseTo(3 * first, within(1e-9));
    }

    @Test
    void theSentenceIsThatOfASingleLookAtAllRuns() {
        List<StepResult> results = new ArrayList<>();
        List.of(1, 4, 5)
                .forEach(run -> results.add(result(run, "base", 99 + run % 3).build()));
        List.of(2, 3, 6, 7)
                .forEach(run -> results.add(result(run, "tuned", 118 + run % 4).build()));
        results.forEach(this::send);

        Map<String, ComparisonSide> sides = ComparisonSides.byPhase(results);
        assertThat(p99("base", "tuned").getOutcome()).isEqualTo(PhaseOutcome.WORSE);
        // The second look, after run 7, may spend a sixth of the rate: its own adjusted p are six times as large.
        assertThat(p99("base", "tuned").getDecision())
                .startsWith("tuned against base is worse in ")
                .isEqualTo(RunComparison.of(sides.get("base"), sides.get("tuned"), ComparisonPolicy.DEFAULT)
                        .decision()
                        .sentence());
    }

    /** Of three quantiles that are all the same, so that the correction for how many there are is nothing. */
    private static double adjustedPerP(Regression decided) {
        assertThat(decided.getAdjustedP()).isLessThan(1);
        return decided.getAdjustedP() / decided.getP();
    }

    private long entriesUnder(String prefix) {
        List<String> keys = new ArrayList<>();
        new CompositeKeyStore(driver.getKeyValueStore(RegressionsProcessor.STORE))
                .forEach(CompositeKeyStore.key(prefix), (key, bytes) -> keys.add(key));
        return keys.size();
    }

    private static Set<String> candidates(List<Regression> regressions) {
        return regressions.stream().map(Regression::getCandidatePhase).collect(Collectors.toSet());
    }

    @Test
    void thePhaseThatThePlanNamesIsTheBaseAndWhatStoodAgainstAnotherIsWithdrawn() {
        given(1, "old", 100);
        given(2, "main", 110);
        given(3, "tuned", 121);
        assertThat(p99("old", "tuned").getRatio()).isCloseTo(1.21, within(1e-9));

        send(result(4, "tuned", 121).setBaseline("main").build());
        assertThat(p99("main", "tuned").getRatio()).isCloseTo(1.1, within(1e-9));
        assertThat(p99("main", "old").getCandidatePhase()).isEqualTo("old");
        assertThat(List.of(p99("old", "tuned"), p99("old", "main"))).allSatisfy(withdrawn -> {
            assertThat(withdrawn.getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
            assertThat(withdrawn.getBasis())
                    .isEqualTo("withdrawn: since run " + id(4) + " phases are compared with main");
        });

        send(result(5, "tuned", 121).setBaseline("never ran").build());
        assertThat(p99("old", "tuned").getVerdict())
                .as("nothing is known of the named one yet")
                .isEqualTo(ComparisonVerdict.SCREENING);
    }

    @Test
    void whatStoodAgainstEveryEarlierBaseIsWithdrawnThoughTheBaseMovesTwiceInMidWalk() {
        given(1, "old", 100);
        for (int phase = 0; phase < 20; phase++) {
            given(10 + phase, "pr-%02d".formatted(phase), 120);
        }
        read();
        send(result(40, "pr-00", 120).setBaseline("pr-01").build());
        send(result(41, "pr-00", 120).setBaseline("pr-02").build());
        for (int part = 0; part < 12; part++) {
            driver.advanceWallClockTime(Duration.ofMillis(100));
        }
        for (int phase = 3; phase < 20; phase++) {
            String candidate = "pr-%02d".formatted(phase);
            assertThat(p99("old", candidate).getVerdict()).as(candidate).isEqualTo(ComparisonVerdict.UNKNOWN);
            assertThat(p99("pr-02", candidate).getVerdict()).as(candidate).isEqualTo(ComparisonVerdict.SCREENING);
        }
        driver.advanceWallClockTime(Duration.ofSeconds(1));
        assertThat(read()).as("when all is compared").isEmpty();
    }

    @Test
    void screeningBorrowsTheSpreadOfOtherPhasesRepeats() {
        given(1, "base", 100);
        given(2, "third", 95);
        given(3, "third", 105);
        given(4, "tuned", 120);
        assertThat(p99("base", "tuned")).satisfies(screened -> {
            assertThat(screened.getVerdict()).isEqualTo(ComparisonVerdict.SCREENING);
            assertThat(screened.getBasis()).contains("repeats elsewhere");
            assertThat(screened.getLow()).isLessThan(1.0);
        });
    }

    @Test
    void theLastTwentyRunsOfAPhaseAreKept() {
        for (int run = 1; run <= 25; run++) {
            given(run, "base", 100 + run % 3);
        }
        given(30, "tuned", 100);
        assertThat(p99("base", "tuned").getBaseRuns())
                .hasSize(20)
                .startsWith(id(6))
                .endsWith(id(25));
    }

    @Test
    void runsThatAreInvalidAndOtherWorkloadsAreNotCompared() {
        given(1, "base", 100);
        send(result(2, "tuned", 100).setRunStatus(RunStatus.INVALID).build());
        send(result(3, "other", 100).setWorkloadHash("x").build());
        assertThat(read()).isEmpty();
    }

    /** A lost run goes on by its last status. */
    @Test
    void aRunThatHasNotEndedIsNotComparedAndNamesNoBase() {
        given(1, "old", 100);
        given(2, "main", 110);
        read();
        ended(3, "tuned", 150, RunStatus.RUNNING);
        send(result(4, "main", 150)
                .setRunStatus(RunStatus.RUNNING)
                .setBaseline("main")
                .build());
        assertThat(read()).isEmpty();

        given(3, "tuned", 150);
        assertThat(p99("old", "tuned").getCandidateRuns()).containsExactly(id(3));
        assertThat(p99("old", "main").getCandidateRuns()).containsExactly(id(2));
    }

    @Test
    void eachWorkloadOfAnExperimentHasComparisonsOfItsOwn() {
        given(1, "base", 100);
        given(2, "tuned", 150);
        send(result(3, "base", 100).setWorkloadHash("x").build());
        send(result(4, "tuned", 100).setWorkloadHash("x").build());

        assertThat(p99("base", "tuned").getRatio()).isCloseTo(1.5, within(0.001));
        assertThat(published.get("tuning/base/tuned/4.0/TTFT-p99/x").getRatio()).isCloseTo(1, within(0.001));
    }

    @Test
    void aRunThatTurnsOutInvalidAfterItWasCountedIsWithdrawn() {
        List.of(1, 2, 3).forEach(run -> given(run, "base", 99 + run));
        List.of(4, 5).forEach(run -> given(run, "tuned", 99 + run));
        given(6, "tuned", 500);
        ended(6, "tuned", 500, RunStatus.INVALID);
        assertThat(p99("base", "tuned").getCandidateRuns()).containsExactly(id(4), id(5));
        assertThat(p99("base", "tuned").getCandidateNanos()).isLessThan(110e6);
        given(6, "tuned", 105);
        assertThat(p99("base", "tuned").getCandidateRuns())
                .as("a run that is well again counts again")
                .containsExactly(id(4), id(5), id(6));
    }

    @Test
    void whatOnlyAnAbortedRunAnsweredStandsNoMore() {
        given(1, "base", 100);
        given(2, "tuned", 150);
        ended(2, "tuned", 150, RunStatus.ABORTED);
        assertThat(p99("base", "tuned")).satisfies(withdrawn -> {
            assertThat(withdrawn.getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
            assertThat(withdrawn.getBasis())
                    .isEqualTo("withdrawn: run " + id(2) + " is ABORTED, and no other run remains to compare");
            assertThat(withdrawn.getChange()).isNull();
        });
        ended(3, "tuned", 150, RunStatus.ABORTED);
        assertThat(read()).isEmpty();
    }

    @Test
    void withoutItsOnlyRunThePhaseThatRanFirstIsNoBase() {
        given(1, "base", 100);
        given(2, "tuned", 110);
        given(3, "other", 120);
        ended(1, "base", 100, RunStatus.INVALID);
        assertThat(p99("base", "tuned").getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
        assertThat(p99("base", "other").getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
        assertThat(p99("tuned", "other").getRatio()).isCloseTo(120.0 / 110, within(1e-9));
    }

    @Test
    void aRunOfTheBaseOfManyPhasesIsWithdrawnInParts() {
        given(1, "base", 100);
        given(2, "base", 200);
        for (int phase = 0; phase < 30; phase++) {
            given(10 + phase, "pr-%02d".formatted(phase), 120);
        }
        read();
        ended(2, "base", 200, RunStatus.INVALID);
        assertThat(candidates(read())).as("in one call").hasSizeLessThanOrEqualTo(BaselinePasses.PART);
        ended(1, "base", 100, RunStatus.ABORTED);
        for (int part = 0; part < 12; part++) {
            assertThat(candidates(read())).as("in one part").hasSizeLessThanOrEqualTo(BaselinePasses.PART);
            driver.advanceWallClockTime(Duration.ofMillis(100));
        }
        assertThat(p99("base", "pr-00").getBasis()).contains("is ABORTED, and no other run remains to compare");
        for (int phase = 1; phase < 30; phase++) {
            String candidate = "pr-%02d".formatted(phase);
            assertThat(p99("base", candidate).getVerdict()).as(candidate).isEqualTo(ComparisonVerdict.UNKNOWN);
            assertThat(p99("pr-00", candidate).getVerdict()).as(candidate).isEqualTo(ComparisonVerdict.SCREENING);
        }
        driver.advanceWallClockTime(Duration.ofSeconds(1));
        assertThat(read()).as("when all is compared").isEmpty();
        assertThat(entriesUnder("dropped")).as("what is kept of the runs").isZero();
    }

    @Test
    void segmentsOfAnInvalidRunAreWithdrawnAndNoMoreCompared() {
        segment(0, 100);
        segment(1, 200);
        assertThat(segmentP99(1).getVerdict()).isEqualTo(ComparisonVerdict.SCREENING);
        ended(1, "soak", 150, RunStatus.INVALID);
        assertThat(segmentP99(1).getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
        segment(2, 200);
        segment(3, 200);
        assertThat(read()).isEmpty();
    }

    @Test
    void aChangeComesWithTheSignalsThatMoved() {
        // run  phase   ttft ms  running
        signalled(1, "base", 100, 20);
        signalled(2, "tuned", 123, 42);
        signalled(3, "tuned", 124, 43);
        signalled(4, "base", 101, 21);
        signalled(5, "base", 102, 22);
        signalled(6, "tuned", 125, 44);
        assertThat(p99("base", "tuned").getVerdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(p99("base", "tuned").getCorrelatedSignals()).singleElement().satisfies(moved -> {
            assertThat(moved.getSignal()).isEqualTo("engine.requests.running");
            assertThat(moved.getBefore()).isEqualTo(21);
            assertThat(moved.getDuring()).isEqualTo(43);
            assertThat(moved.getScore()).isEqualTo(22);
            assertThat(moved.getSide()).isEqualTo(MovedSide.SERVER);
            assertThat(moved.getDescription()).startsWith("running batch 21");
        });
        assertThat(published.get("tuning/base/tuned/4.0/error_share/w").getCorrelatedSignals())
                .as("what did not change")
                .isEmpty();
    }

    @Test
    void aSoaksNewestSegmentsAreComparedWithThoseBeforeThem() {
        for (int segment = 0; segment < 12; segment++) {
            segment(segment, 100 + segment % 3);
        }
        assertThat(segmentP99(1).getVerdict()).isEqualTo(ComparisonVerdict.SCREENING);
        assertThat(segmentP99(11).getVerdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
        for (int segment = 12; segment < 18; segment++) {
            segment(segment, 150 + segment % 3);
        }
        assertThat(segmentP99(14)).satisfies(worse -> {
            assertThat(worse.getVerdict()).isEqualTo(ComparisonVerdict.REGRESSED);
            assertThat(worse.getBasis())
                    .startsWith("segments of one run, not separate runs: the newest 3 against the 12 before");
        });
        assertThat(segmentP99(17).getChangedAtSegment()).isEqualTo(12);
    }

    @Test
    void anAmendedSegmentChangesTheComparisonsThatRestOnIt() {
        for (int segment = 0; segment < 9; segment++) {
            segment(segment, segment == 6 ? 900 : 100 + segment % 3);
        }
        assertThat(segmentP99(8).getCandidateNanos()).isGreaterThan(200e6);
        segment(6, 100);
        assertThat(segmentP99(8).getCandidateNanos()).isCloseTo(101e6, within(1e6));
        assertThat(segmentP99(8).getVerdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
    }

    private Regression p99(String base, String candidate) {
        read();
        return published.get("tuning/" + base + "/" + candidate + "/4.0/TTFT-p99/w");
    }

    private Regression segmentP99(int segment) {
        read();
        return published.get("tuning/soak/soak/4.0/TTFT-p99/w/" + id(1) + "/0/" + segment);
    }

    private List<Regression> read() {
        var decoder = registry.decoder(Regression.class);
        String topic = Topic.REGRESSIONS.in(TEAM);
        return driver
                .createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
                .readKeyValuesToList()
                .stream()
                .map(record -> {
                    Regression regression = decoder.decode(new RecordPosition(topic, 0, 0), record.value);
                    published.put(record.key, regression);
                    return regression;
                })
                .toList();
    }

    private void given(int run, String phase, long ttftMillis) {
        send(result(run, phase, ttftMillis).build());
    }

    private void ended(int run, String phase, long ttftMillis, RunStatus how) {
        send(result(run, phase, ttftMillis).setRunStatus(how).build());
    }

    /** KV use is the same on both sides. */
    private void signalled(int run, String phase, long ttftMillis, double running) {
        send(result(run, phase, ttftMillis)
                .setSignalMeans(Map.of("engine.requests.running", running, "engine.kv.usage_ratio", 0.3))
                .build());
    }

    private void segment(int segment, long ttftMillis) {
        send(result(1, "soak", ttftMillis)
                .setSegment(segment)
                .setMeasureFrom(START.plusSeconds(600L * segment))
                .build());
    }

    private void send(StepResult result) {
        driver.createInputTopic(
                        Destination.STEP_RESULTS_BY_EXPERIMENT.topic(TEAM),
                        new StringSerializer(),
                        new ByteArraySerializer())
                .pipeInput(result.getExperiment(), AvroBytes.encode(StepResult.getEncoder(), result));
    }

    private static StepResult.Builder result(int run, String phase, long ttftMillis) {
        long nanos = ttftMillis * 1_000_000;
        return StepResult.newBuilder()
                .setRun(id(run))
                .setStep(0)
                .setExperiment("tuning")
                .setPhase(phase)
                .setWorkloadHash("w")
                .setFinality(Finality.FINAL)
                .setRunStatus(RunStatus.ENDED)
                .setLoadKind(LoadKind.RATE)
                .setLoad(4)
                .setMeasureFrom(START.plusSeconds(3600L * run))
                .setDue(1000)
                .setSent(1000)
                .setOk(1000)
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(1000)
                        .setSumNanos(1000 * nanos)
                        .setP50Nanos(nanos)
                        .setP95Nanos(nanos)
                        .setP99Nanos(nanos)
                        .build()));
    }

    private static String id(int run) {
        return String.format("01JABCDEFGHJKMNPQRSTVW%04d", run);
    }
}
