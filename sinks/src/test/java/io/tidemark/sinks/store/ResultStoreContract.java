package io.tidemark.sinks.store;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.events.AuditEvent;
import io.tidemark.events.BreachState;
import io.tidemark.events.CalibrationState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenSource;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.CorrelatedSignalRow;
import io.tidemark.sinks.store.read.RegressionRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.LostRunRow;
import io.tidemark.sinks.store.read.run.PublishingRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.CacheShareRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.LoadRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every result store keeps to. */
public abstract class ResultStoreContract {
    protected static final Team TEAM = new Team("perf");
    protected static final RunKey KEY = new RunKey(TEAM, RUN);
    private static final SourcePartition WINDOWS_0 = new SourcePartition(TEAM, "windows", 0);

    private ResultStore store;
    private ResultReader reader;

    protected abstract ResultStore open() throws Exception;

    /** The store that was opened last, once more. */
    protected abstract ResultStore again() throws Exception;

    /** To the database of the store that was opened last. */
    protected abstract Connection connect() throws SQLException;

    private List<String> texts(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return StoredRows.texts(connection, sql);
        }
    }

    @BeforeEach
    void openStore() throws Exception {
        store = open();
        reader = store.reader();
    }

    @AfterEach
    void closeStore() {
        reader.close();
        store.close();
    }

    @Test
    void runsAreReadAsTheyWereDeclared() {
        given(Events.control(START, Events.run(RUN, START)));
        RunRow run = reader.run(KEY).orElseThrow();
        assertThat(run.phase()).isEqualTo("baseline");
        assertThat(run.started()).isEqualTo(START);
        assertThat(run.ended()).isEmpty();
        assertThat(run.targets().get(0).scrapeUrls()).containsExactly("http://gpu-1:8000/metrics");
        assertThat(run.targets().get(0).serverVersion()).contains("0.14.1");
        assertThat(run.origin().phaseConfig()).containsExactly(Map.entry("max_num_seqs", "64"));
        assertThat(run.origin().planJson()).isEqualTo("{\"steps\":[2.0]}");
    }

    @Test
    void anImportedRunSaysWhereItComesFromAndWhatItLacks() {
        ImportRow mark = new ImportRow(
                "vllm bench serve",
                "",
                "vllm",
                List.of("no due times: ttft_due is unknown"),
                Map.of("ttft", "first message with choices"),
                List.of(new ImportRow.SourceRow("a.json", "line 2", "ab12", Map.of("p99.9_ttft_ms", 812.5))));
        given(Events.control(START, Events.run("measured here", START)));
        change(new StoreChange.ImportedRun(TEAM, START, Events.run(RUN, START), mark, List.of()));
        assertThat(reader.run(KEY).orElseThrow().imported()).contains(mark);
        assertThat(reader.experiments())
                .singleElement()
                .satisfies(experiment -> assertThat(experiment.phases()).hasSize(1));
        assertThat(reader.run(new RunKey(TEAM, "measured here")).orElseThrow().imported())
                .isEmpty();
    }

    @Test
    void qualityIsReplacedByTheSameRunsNextImport() {
        QualityRow gsm8k = new QualityRow(
                KEY,
                "gsm8k_cot",
                "exact_match",
                "strict-match",
                0.0,
                OptionalDouble.of(0.0),
                OptionalLong.of(30),
                Optional.of(true));
        QualityRow wikitext = new QualityRow(
                KEY,
                "wikitext",
                "word_perplexity",
                "",
                9.5,
                OptionalDouble.empty(),
                OptionalLong.empty(),
                Optional.empty());
        ImportRow mark = new ImportRow("lm-eval", "0.4.8", "lm-eval", List.of(), Map.of(), List.of());
        change(new StoreChange.ImportedRun(TEAM, START, Events.run(RUN, START), mark, List.of(gsm8k, wikitext)));
        assertThat(reader.quality(RunFilter.team(TEAM))).containsExactly(gsm8k, wikitext);
        change(new StoreChange.ImportedRun(TEAM, START, Events.run(RUN, START), mark, List.of(gsm8k)));
        assertThat(reader.quality(RunFilter.all())).containsExactly(gsm8k);
        assertThat(reader.quality(RunFilter.all().phase("another"))).isEmpty();
    }

    @Test
    void aRequestWithoutDueHasNoTimesFromDue() {
        given(Events.control(START, Events.run(RUN, START)));
        change(new StoreChange.RequestWithoutDue(
                TEAM, START, Events.request(0, 250).build()));
        assertThat(StoredRows.nanos(reader, KEY, Metric.TTFT)).hasSize(1);
        assertThat(StoredRows.nanos(reader, KEY, Metric.TTFT_DUE)).isEmpty();
        assertThat(StoredRows.nanos(reader, KEY, Metric.QUEUE_TIME)).isEmpty();
    }

    @Test
    void percentilesWithoutASketchAreValuesWithoutADistribution() {
        given(Events.result(Finality.FINAL, 300)
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(300)
                        .setSumNanos(MetricRow.UNKNOWN_SUM)
                        .setP99Nanos(604_200_000L)
                        .setSketch(ByteBuffer.allocate(0))
                        .build()))
                .build());
        MetricRow ttft =
                reader.steps(KEY).get(0).result().orElseThrow().metrics().get(Metric.TTFT);
        assertThat(ttft.hasDistribution()).isFalse();
        assertThat(ttft.meanNanos()).isEmpty();
        assertThat(ttft.p50Nanos()).isEmpty();
        assertThat(ttft.p99Nanos()).hasValue(604_200_000);
    }

    @Test
    void aRunKeepsWhatItsClientAddedAndItsFirstRequest() {
        RunState noted = RunState.newBuilder(Events.run(RUN, START))
                .setCalibration(CalibrationState.newBuilder()
                        .setAt(START.minusSeconds(1))
                        .setConcurrency(30)
                        .setChunksPerSecond(600.5)
                        .setTtftErrorP50Nanos(210_000)
                        .setTtftErrorP99Nanos(310_000)
                        .setTtftSamples(86)
                        .setItlErrorP50Nanos(50_000)
                        .setItlErrorP99Nanos(220_000)
                        .setItlSamples(860)
                        .setServerLatenessP99Nanos(1_100_000)
                        .build())
                .setTokenCounting("server /tokenize")
                .setRemarks(List.of("8 prompts for 24 requests"))
                .setStopReason("stopped by SIGTERM")
                .setFirstRequestTtftNanos(11_000_000_000L)
                .setFirstRequestE2eNanos(12_000_000_000L)
                .setServedBefore(0L)
                .setClockOffsetNanos(-300_000L)
                .setClockOffsetErrorNanos(900_000L)
                .setSpooledEvents(120L)
                .setLateEvents(7L)
                .setLostEvents(0L)
                .build();
        given(Events.control(START, noted));
        given(Events.control(START, Events.run("says nothing", START)));
        RunNotes notes = reader.run(KEY).orElseThrow().notes();
        assertThat(notes.calibration())
                .contains(new CalibrationRow(
                        START.minusSeconds(1), 30, 600.5, 210_000, 310_000, 86, 50_000, 220_000, 860, 1_100_000));
        assertThat(notes.tokenCounting()).isEqualTo("server /tokenize");
        assertThat(notes.remarks()).containsExactly("8 prompts for 24 requests");
        assertThat(notes.stopReason()).contains("stopped by SIGTERM");
        assertThat(notes.allRemarks()).containsExactly("stopped by SIGTERM", "8 prompts for 24 requests");
        assertThat(notes.firstRequestTtftNanos()).hasValue(11_000_000_000L);
        assertThat(notes.firstRequestE2eNanos()).hasValue(12_000_000_000L);
        assertThat(notes.servedBefore()).hasValue(0);
        assertThat(notes.publishing())
                .isEqualTo(new PublishingRow(
                        OptionalLong.of(-300_000),
                        OptionalLong.of(900_000),
                        OptionalLong.of(120),
                        OptionalLong.of(7),
                        OptionalLong.of(0)));
        assertThat(reader.run(new RunKey(TEAM, "says nothing")).orElseThrow().notes())
                .isEqualTo(RunNotes.NONE);
    }

    @Test
    void aStepKeepsItsCacheShareAndFlags() {
        given(
                Events.control(START, Events.step(0)),
                Events.control(
                        START,
                        StepState.newBuilder(Events.step(1))
                                .setPlannedCacheShare(0.5)
                                .setMeasuredCacheShare(0.92)
                                .setCacheShareSource("usage")
                                .setPrefixCacheReset("HTTP 404")
                                .setFlags(List.of("cache share 92 % of 50 % planned"))
                                .build()));
        List<StepStateRow> states = reader.steps(KEY).stream()
                .map(step -> step.state().orElseThrow())
                .toList();
        assertThat(states.get(0).cacheShare()).isEqualTo(CacheShareRow.NONE);
        assertThat(states.get(0).flags()).isEmpty();
        assertThat(states.get(1).cacheShare())
                .isEqualTo(new CacheShareRow(OptionalDouble.of(0.5), OptionalDouble.of(0.92), "usage", "HTTP 404"));
        assertThat(states.get(1).flags()).containsExactly("cache share 92 % of 50 % planned");
    }

    @Test
    void aStepKeepsItsSteadyWindowBesideTheWholeStep() {
        given(
                Events.control(START, Events.step(0)),
                Events.control(
                        START,
                        StepState.newBuilder(Events.step(1))
                                .setConcurrencyCap(16)
                                .setAchievedRate(1.95)
                                .setConversations(40)
                                .setConversationsBrokenOff(2)
                                .setQueuedRequests(7)
                                .setOkRequests(118)
                                .setOkOutputTokens(11_800)
                                .setPeakTokensPerSecond(350.0)
                                .setPeakTokenSource(TokenSource.USAGE)
                                .setSteadyFrom(START.plusSeconds(5))
                                .setSteadyUntil(START.plusSeconds(55))
                                .setSteadyRequests(100)
                                .setSteadyOutputTokens(10_000)
                                .build()));
        List<LoadRow> loads = reader.steps(KEY).stream()
                .map(step -> step.state().orElseThrow().offered())
                .toList();
        assertThat(loads.get(0)).isEqualTo(LoadRow.NONE);
        assertThat(loads.get(1))
                .isEqualTo(new LoadRow(
                        OptionalInt.of(16),
                        OptionalDouble.of(1.95),
                        40,
                        2,
                        7,
                        118,
                        11_800,
                        OptionalDouble.of(350),
                        TokenSource.USAGE,
                        Optional.of(new LoadRow.Steady(START.plusSeconds(5), START.plusSeconds(55), 100, 10_000))));
    }

    @Test
    void theLastPublishedStateOfARunHoldsWhateverTheOrderOfArrival() {
        var ended = Events.run(RUN, START);
        var invalid = io.tidemark.events.RunState.newBuilder(ended)
                .setStatus(RunStatus.INVALID)
                .setInvalidReasons(List.of("sent 64 %"))
                .setEnded(START.plusSeconds(60))
                .build();
        given(Events.control(START.plusSeconds(60), invalid));
        given(Events.control(START, ended));
        RunRow run = reader.run(KEY).orElseThrow();
        assertThat(run.status()).isEqualTo(RunStatus.INVALID);
        assertThat(run.invalidReasons()).containsExactly("sent 64 %");
        assertThat(run.ended()).contains(START.plusSeconds(60));
    }

    @Test
    void runsAreFoundAsTheyWereMadeTheNewestFirstAndByFilter() {
        String older = id(START);
        // In virtual time: it was made later, and began an hour before.
        String newer = id(START.plusSeconds(1));
        String foreign = id(START.plusSeconds(2));
        given(Events.control(START, Events.run(older, START)));
        given(Events.control(START, Events.run(newer, START.minusSeconds(3_600))));
        store.write(new WriteBatch(
                List.of(new StoreChange.StoredEvent(
                        new Team("other"), START, Events.control(START, Events.run(foreign, START.plusSeconds(2))))),
                List.of()));
        assertThat(reader.latestRuns(2)).extracting(run -> run.key().run()).containsExactly(foreign, newer);
        RunFilter ofPhase = RunFilter.team(TEAM).experiment("h200").phase("baseline");
        List<RunRow> runs = reader.runs(ofPhase);
        assertThat(runs).extracting(run -> run.key().run()).containsExactly(newer, older);
        assertThat(runs).isSortedAccordingTo(RunRow.NEWEST_FIRST);
        RunPage.Place afterNewer = new RunPage.Place(START.minusSeconds(3_600), newer);
        assertThat(reader.runs(ofPhase, new RunPage(Optional.of(afterNewer), 5)))
                .extracting(run -> run.key().run())
                .containsExactly(older);
        assertThat(reader.runs(RunFilter.all().phase("moderate"))).isEmpty();
        assertThat(reader.runs(RunFilter.all().text("H20"))).hasSize(3);
        assertThat(reader.runs(RunFilter.all().text(older.toLowerCase(Locale.ROOT))))
                .extracting(run -> run.key().run())
                .containsExactly(older);
        assertThat(reader.runs(RunFilter.all().text("h_00"))).isEmpty();
        assertThat(reader.runs(RunFilter.all().text("%"))).isEmpty();
        List<RunRow> all = reader.runs(RunFilter.all());
        Instant newest = all.get(0).started();
        assertThat(reader.runs(RunFilter.all().started(Optional.of(newest), Optional.of(newest))))
                .isEqualTo(
                        all.stream().filter(run -> run.started().equals(newest)).toList());
        assertThat(reader.runs(RunFilter.all().started(Optional.of(newest.plusMillis(1)), Optional.empty())))
                .isEmpty();
        assertThat(reader.teams()).containsExactly(new Team("other"), TEAM);
        assertThat(reader.experiments()).hasSize(2);
        assertThat(reader.experiments().get(1).phases()).containsExactly("baseline");
        assertThat(reader.experiments().get(1).runs()).isEqualTo(2);
    }

    @Test
    void verdictsOfSeveralRunsAreReadAtOnceWithoutThoseOfClassesAndTargets() {
        given(Events.result(Finality.FINAL, 300).setVerdict(Verdict.PASS).build());
        given(Events.result(Finality.FINAL, 100)
                .setRequestClass(RequestClass.ONE_TARGET)
                .setVerdict(Verdict.FAIL)
                .build());
        StepResultRow stored = reader.steps(KEY).get(0).result().orElseThrow();

        assertThat(reader.verdicts(List.of(new RunKey(TEAM, id(START)), KEY)))
                .containsExactly(
                        Map.entry(KEY, List.of(new StepVerdictRow(0, stored.loadKind(), stored.load(), Verdict.PASS))));
        assertThat(reader.verdicts(List.of())).isEmpty();
    }

    private static String id(Instant made) {
        return Ulid.next(InstantSource.fixed(made), new SplittableRandom(1));
    }

    @Test
    void removedObjectivesAreNotShown() {
        given(Events.control(START, Events.slo("kept", false)), Events.control(START, Events.slo("gone", false)));
        given(Events.control(START.plusSeconds(1), Events.slo("gone", true)));
        assertThat(reader.objectives(KEY)).singleElement().satisfies(slo -> {
            assertThat(slo.name()).isEqualTo("kept");
            assertThat(slo.metric()).contains(Metric.TTFT);
            assertThat(slo.limitNanos()).isEqualTo(250_000_000);
        });
    }

    /** Of every field of the event, those that are added later among them. */
    @Test
    void objectivesComeBackAsTheyWereDeclared() {
        List<ObjectiveState> declared = new ArrayList<>();
        for (Object any : new RandomData(
                SpecificData.getForClass(ObjectiveState.class), ObjectiveState.getClassSchema(), 50, 7, false)) {
            declared.add(ObjectiveState.newBuilder((ObjectiveState) any)
                    .setName("objective-%02d".formatted(declared.size()))
                    .build());
        }
        assertThat(declared)
                .anySatisfy(objective -> assertThat(objective.getBurnRules()).hasSizeGreaterThan(1));
        declared.forEach(objective -> given(Events.control(
                START,
                SloState.newBuilder(Events.slo("any", false))
                        .setObjective(objective)
                        .build())));

        assertThat(reader.objectives(KEY)).extracting(SloRow::toEvent).containsExactlyElementsOf(declared);
    }

    @Test
    void stepsCarryTheirStateAndTheirResultWithSketches() {
        given(
                Events.control(START, Events.step(0)),
                Events.result(Finality.FINAL, 19).build());
        StepRow step = reader.steps(KEY).get(0);
        assertThat(step.state().orElseThrow().drawnRate()).hasValue(1.97);
        assertThat(step.state().orElseThrow().requestsByLane()).containsEntry("a", 20L);
        StepResultRow result = step.result().orElseThrow();
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.OK, 19L, Outcome.HTTP_ERROR, 1L));
        assertThat(result.metrics().get(Metric.TTFT).sketch().quantile(0.5)).isEqualTo(100_000_000);
        assertThat(result.metrics().get(Metric.TTFT).p90Nanos()).isEmpty();
        assertThat(result.objectives()).singleElement().satisfies(objective -> {
            assertThat(objective.verdict()).isEqualTo(Verdict.PASS);
            assertThat(objective.low()).hasValue(90_000_000);
            assertThat(objective.high()).isEmpty();
            assertThat(objective.judgements().verdictOn()).isEqualTo(VerdictBasis.SHORT_RUN);
            JudgementRow sustained = objective.judgements().sustained().orElseThrow();
            assertThat(sustained.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(sustained.reason()).isEqualTo("9 blocks of 60 s, 20 needed");
            assertThat(sustained.worth().blocks()).hasValue(9);
            assertThat(sustained.worth().effectiveCount()).isEmpty();
            assertThat(sustained.neededNanos()).hasValue(660_000_000_000L);
            JudgementRow alone = objective.judgements().shortRun().orElseThrow();
            assertThat(alone.verdict()).isEqualTo(Verdict.PASS);
            assertThat(alone.low()).hasValue(90_000_000);
            assertThat(alone.reason()).isEqualTo("clear of the limit");
        });
        assertThat(result.signalMeans()).containsEntry("engine.requests.running", 4.5);
    }

    @Test
    void countsBeyond31BitsAreStored() {
        long many = 1L << 33;
        given(
                Events.result(Finality.FINAL, many)
                        .setPromptTokens(3 * many)
                        .setOutputTokens(5 * many)
                        .build(),
                Events.window(START)
                        .setCount(many)
                        .setEnded(many + 1)
                        .setFailed(many - 1)
                        .setOutputTokens(7 * many)
                        .build());

        StepResultRow result = reader.steps(KEY).get(0).result().orElseThrow();
        assertThat(result.counts().due()).isEqualTo(many + 1);
        assertThat(result.counts().sent()).isEqualTo(many + 1);
        assertThat(result.counts().ok()).isEqualTo(many);
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.OK, many, Outcome.HTTP_ERROR, 1L));
        assertThat(result.counts().promptTokens()).isEqualTo(3 * many);
        assertThat(result.counts().outputTokens()).isEqualTo(5 * many);
        assertThat(result.metrics().get(Metric.TTFT).count()).isEqualTo(many);
        assertThat(result.objectives())
                .singleElement()
                .satisfies(objective -> assertThat(objective.count()).isEqualTo(many));
        WindowRow window = reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10)).get(0);
        assertThat(window.count()).isEqualTo(many);
        assertThat(window.ended()).isEqualTo(many + 1);
        assertThat(window.failed()).isEqualTo(many - 1);
        assertThat(window.outputTokens()).isEqualTo(7 * many);
    }

    @Test
    void aFinalResultIsNotReplacedByAnInterimOne() {
        given(Events.result(Finality.PROVISIONAL, 5).build());
        assertThat(ok()).isEqualTo(5);
        given(Events.result(Finality.FINAL, 19).build());
        given(Events.result(Finality.PROVISIONAL, 7).setMetrics(List.of()).build());
        assertThat(ok()).isEqualTo(19);
        assertThat(reader.steps(KEY).get(0).result().orElseThrow().metrics()).containsKey(Metric.TTFT);
        given(Events.result(Finality.FINAL, 20).build());
        assertThat(ok()).isEqualTo(20);
    }

    @Test
    void segmentsAreKeptBesideTheirStep() {
        given(
                Events.result(Finality.FINAL, 30).build(),
                Events.result(Finality.FINAL, 10).setSegment(0).build(),
                Events.result(Finality.PROVISIONAL, 5).setSegment(1).build(),
                Events.result(Finality.FINAL, 20)
                        .setSegment(1)
                        .setFlags(List.of("server signals are incomplete"))
                        .build(),
                Events.result(Finality.FINAL, 3)
                        .setSegment(1)
                        .setRequestClass("chat")
                        .build(),
                Events.result(Finality.PROVISIONAL, 7)
                        .setSegment(1)
                        .setMetrics(List.of())
                        .build());
        assertThat(ok()).isEqualTo(30);
        assertThat(reader.segments(KEY, 0, RequestClass.ALL))
                .extracting(
                        SegmentRow::step,
                        SegmentRow::segment,
                        row -> row.result().counts().ok())
                .containsExactly(tuple(0, 0, 10L), tuple(0, 1, 20L));
        assertThat(reader.segments(KEY, 0, RequestClass.ALL).get(1).result()).satisfies(result -> {
            assertThat(result.metrics().get(Metric.TTFT).count()).isEqualTo(20);
            assertThat(result.flags()).containsExactly("server signals are incomplete");
            assertThat(result.objectives())
                    .singleElement()
                    .satisfies(objective -> assertThat(objective.count()).isEqualTo(20));
        });
    }

    @Test
    void blocksOutliveTheRequestsThatTheyAreOf() throws Exception {
        given(Events.request(0, 100).build());
        given(Events.result(Finality.FINAL, 19)
                .setBlockNanos(60_000_000_000L)
                .setBlocks(List.of(
                        Events.block(0, START, 12, 100_000_000),
                        Events.block(1, START.plusSeconds(60), 8, 200_000_000)))
                .build());
        store.maintain(TEAM, Retention.DEFAULT, START.plus(Duration.ofDays(30)));
        assertThat(reader.requestCount(KEY)).isZero();
        assertThat(texts("SELECT block || ' ' || from_micros || ' ' || block_nanos || ' ' || due || ' ' || failed || '"
                        + " ' || bad FROM step_blocks ORDER BY block"))
                .containsExactly(
                        "0 " + ColumnValues.micros(START) + " 60000000000 12 1 {\"ttft p95 < 250ms\":1}",
                        "1 " + ColumnValues.micros(START.plusSeconds(60))
                                + " 60000000000 8 1 {\"ttft p95 < 250ms\":1}");
        assertThat(texts(
                        "SELECT count FROM step_block_metrics WHERE metric = 'TTFT' AND target = 'gpu' ORDER BY block"))
                .hasSize(2);
        given(Events.result(Finality.FINAL, 20)
                .setBlocks(List.of(Events.block(0, START, 20, 100_000_000)))
                .build());
        assertThat(texts("SELECT block FROM step_blocks"))
                .as("a result replaces another with all of its blocks")
                .hasSize(1);
    }

    @Test
    void countsMayBeLargerThanAnIntegerOf32Bits() {
        long many = 1L << 33;
        given(Events.result(Finality.FINAL, 19)
                .setDue(many)
                .setSent(many)
                .setOk(many)
                .setOutputTokens(many)
                .build());
        StepCountsRow counted = reader.steps(KEY).get(0).result().orElseThrow().counts();
        assertThat(List.of(counted.due(), counted.sent(), counted.ok(), counted.outputTokens()))
                .containsOnly(many);
        given(Events.window(START.plusSeconds(10)).setCount(many).build());
        assertThat(counts()).containsExactly(many);
    }

    /** The views are written once for each database; what they say of random phases is compared with the report's words in CapacityViewTest. */
    @Test
    void capacityIsTheHighestLoadThatHeldBelowTheFirstThatFailed() throws Exception {
        given(Events.control(START, Events.run(RUN, START)));
        given(
                stepAt(0, 1, Verdict.PASS),
                stepAt(1, 1, Verdict.PASS),
                stepAt(2, 2, Verdict.PASS),
                stepAt(3, 2, Verdict.UNKNOWN),
                stepAt(4, 3, Verdict.PASS),
                stepAt(5, 4, Verdict.PASS),
                stepAt(6, 4, Verdict.FAIL),
                stepAt(7, 5, Verdict.PASS),
                stepAt(8, 6, Verdict.INVALID));

        assertThat(
                        texts(
                                "SELECT CAST(load AS INTEGER) || ' ' || verdict || ' ' || steps FROM capacity_loads ORDER BY load"))
                .containsExactly("1 PASS 2", "2 INCONCLUSIVE 2", "3 PASS 1", "4 FAIL 2", "5 PASS 1");
        assertThat(texts("SELECT CAST(highest_pass AS INTEGER) || ' ' || CAST(lowest_fail AS INTEGER)"
                        + " || ' ' || non_monotone || ' ' || inconclusive_loads || ' ' || steps FROM capacity"))
                .containsExactly("3 4 1 1 8");
    }

    private static SpecificRecord stepAt(int step, double load, Verdict verdict) {
        return Events.result(Finality.FINAL, 19)
                .setStep(step)
                .setLoad(load)
                .setVerdict(verdict)
                .build();
    }

    @Test
    void whatAStepAndAWindowLackIsTold() throws Exception {
        given(Events.control(START, Events.run(RUN, START)));
        given(Events.result(Finality.INCOMPLETE, 19).setMissing(3).build());
        given(Events.window(START.plusSeconds(10))
                .setFinality(Finality.INCOMPLETE)
                .setMissing(2)
                .build());
        assertThat(texts("SELECT finality || ' ' || missing FROM run_figures"))
                .isNotEmpty()
                .allMatch("INCOMPLETE 3"::equals);
        assertThat(texts("SELECT finality || ' ' || missing FROM window_stats")).containsExactly("INCOMPLETE 2");
    }

    private long ok() {
        return reader.steps(KEY).get(0).result().orElseThrow().counts().ok();
    }

    @Test
    void aWindowKeepsItsFinalRecordAndTheHighestRevision() {
        Instant end = START.plusSeconds(10);
        given(Events.window(end)
                .setFinality(Finality.PROVISIONAL)
                .setRevision(4)
                .setCount(4)
                .build());
        given(Events.window(end)
                .setFinality(Finality.PROVISIONAL)
                .setRevision(3)
                .setCount(3)
                .build());
        assertThat(counts()).containsExactly(4L);
        given(Events.window(end)
                .setFinality(Finality.FINAL)
                .setRevision(5)
                .setCount(5)
                .build());
        given(Events.window(end)
                .setFinality(Finality.INCOMPLETE)
                .setRevision(9)
                .setCount(9)
                .build());
        assertThat(counts()).containsExactly(5L);
        given(Events.window(end)
                .setFinality(Finality.FINAL)
                .setRevision(6)
                .setCount(6)
                .build());
        assertThat(counts()).containsExactly(6L);
    }

    @Test
    void windowsCarryPercentilesAndTheServersSignals() {
        given(
                Events.window(START.plusSeconds(11)).build(),
                Events.window(START.plusSeconds(10)).build());
        List<WindowRow> windows =
                reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10).step(0).target("gpu"));
        assertThat(windows).extracting(WindowRow::end).containsExactly(START.plusSeconds(10), START.plusSeconds(11));
        assertThat(windows.get(0).p95Nanos()).hasValue(180_000_000);
        assertThat(windows.get(0).p90Nanos()).isEmpty();
        assertThat(windows.get(0).signals()).containsEntry("engine.requests.waiting", 3.0);
        assertThat(windows.get(0).signalAgeMillis()).isEqualTo(OptionalLong.of(400));
        assertThat(reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10).withoutSignals()))
                .hasSize(2)
                .allSatisfy(window -> assertThat(window.signals()).isEmpty())
                .extracting(WindowRow::p95Nanos)
                .contains(OptionalLong.of(180_000_000));
        assertThat(reader.windows(WindowQuery.of(KEY, Metric.TPOT, 10))).isEmpty();
    }

    @Test
    void breachesKeepWhatMovedWithThem() {
        given(Events.breach(BreachState.OPENED, Finality.PROVISIONAL).build());
        given(Events.breach(BreachState.CLOSED, Finality.FINAL)
                .setClosed(START.plusSeconds(40))
                .build());
        given(Events.breach(BreachState.UPDATED, Finality.PROVISIONAL).build());
        BreachRow breach = reader.breaches(KEY).get(0);
        assertThat(breach.state()).isEqualTo(BreachState.CLOSED);
        assertThat(breach.closed()).contains(START.plusSeconds(40));
        assertThat(breach.correlatedSignals())
                .containsExactly(new CorrelatedSignalRow("engine.requests.waiting", 0, 12.5, 9));
        assertThat(breach.remarks().correlationSummary()).isEqualTo("Moved with it: queue length 0 -> 12.5 requests.");
    }

    @Test
    void serverSamplesAreReadByTimeWithTheirGapsShown() {
        given(Events.sample(START).build());
        given(Events.sample(START.plusSeconds(1))
                .setUp(false)
                .setValues(Map.of())
                .setError("timeout")
                .build());
        given(Events.sample(START.plusSeconds(2)).build());
        List<ServerSampleRow> points = reader.servers(new ServerQuery(TEAM, "gpu", START, START.plusSeconds(2)));
        assertThat(points).extracting(ServerSampleRow::up).containsExactly(true, false);
        assertThat(points.get(0).values()).containsEntry("engine.requests.waiting", 3.0);
        assertThat(points.get(0).values().get("engine.preemptions")).isNaN();
        assertThat(points.get(1).error()).contains("timeout");
    }

    @Test
    void comparisonsOfRunsAndOfSegmentsStandBesideEachOtherWithAllThatTheyRestOn() {
        given(Events.regression(START, ComparisonVerdict.REGRESSED));
        given(Regression.newBuilder(Events.regression(START.plusSeconds(1), ComparisonVerdict.INCONCLUSIVE))
                .setMeasure("tpot")
                .setChange(0.25)
                .setMargin(0.1)
                .setAdjustedP(0.03)
                .setRunsNeeded(7)
                .setStep(0)
                .setSegment(14)
                .setChangedAtSegment(12)
                .build());
        assertThat(reader.regressions(TEAM, "h200")).hasSize(2).first().satisfies(ofSegment -> {
            assertThat(ofSegment.compared().change()).hasValue(0.25);
            assertThat(ofSegment.compared().margin()).hasValue(0.1);
            assertThat(ofSegment.compared().adjustedP()).hasValue(0.03);
            assertThat(ofSegment.compared().runsNeeded()).hasValue(7);
            assertThat(ofSegment.segment())
                    .contains(new RegressionRow.Segment("01JD8Z6K3M5TQX9V2R7C0WHB4P", 0, 14, OptionalInt.of(12)));
        });
        assertThat(reader.regressions(TEAM, "h200").get(1).segment()).isEmpty();
        assertThat(reader.regressions(TEAM, "h200").get(1).compared().measure()).isEqualTo("tpot");
    }

    @Test
    void regressionsKeepTheNewest() {
        given(Events.regression(START.plusSeconds(1), ComparisonVerdict.REGRESSED));
        given(Events.regression(START, ComparisonVerdict.SCREENING));
        assertThat(reader.regressions(TEAM, "h200")).singleElement().satisfies(regression -> {
            assertThat(regression.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
            assertThat(regression.low()).hasValue(1.1);
            assertThat(regression.high()).isEmpty();
        });
    }

    @Test
    void scansAndCountsAreOfTheMeasuredPart() {
        given(Events.request(0, 300).build(), Events.request(1, 100).build());
        given(Events.request(2, 900).setPart(StepPart.WARM_UP).build());
        given(Events.request(3, 900).setOutcome(Outcome.STREAM_CUT).build());
        assertThat(StoredRows.nanos(reader, KEY, Metric.TTFT)).containsExactly(100_000_000L, 300_000_000L);
        // sent 1 ms after it was due
        assertThat(StoredRows.nanos(reader, KEY, Metric.TTFT_DUE)).containsExactly(101_000_000L, 301_000_000L);
        // 100 ms for the 10 tokens after the first
        assertThat(StoredRows.nanos(reader, KEY, Metric.TPOT)).containsExactly(10_000_000L, 10_000_000L);
        assertThat(reader.outcomes(KEY, 0)).isEqualTo(Map.of(Outcome.OK, 2L, Outcome.STREAM_CUT, 1L));
        assertThat(reader.requestCount(KEY)).isEqualTo(4);
    }

    @Test
    void aScanShowsEachMeasuredRequestOnce() {
        given(
                Events.request(0, 300)
                        .setRequestClass("chat")
                        .setTokenSource(TokenSource.CHUNK_ESTIMATE)
                        .build(),
                Events.request(1, 100)
                        .setTokenSource(TokenSource.USAGE)
                        .setOutcome(Outcome.HTTP_ERROR)
                        .setHttpStatus(503)
                        .setErrorType("Overloaded")
                        .setErrorCode("over")
                        .setErrorText("Try later")
                        .setAttempts(3)
                        .setPromptTokens(null)
                        .build(),
                Events.request(2, 100).setPart(StepPart.WARM_UP).build());
        List<String> seen = new ArrayList<>();

        reader.scanRequests(
                KEY,
                row -> seen.add(String.join(
                        " ",
                        row.id(),
                        row.requestClass(),
                        row.outcome().name(),
                        row.httpStatus() + "",
                        row.errorType().orElse("-"),
                        row.errorCode().orElse("-"),
                        row.errorText().orElse("-"),
                        row.attempts() + "",
                        row.tokenSource().name(),
                        row.nanos(Metric.TTFT) + "",
                        row.nanos(Metric.ITL) + "",
                        row.promptTokens().isPresent() + "")));

        assertThat(seen)
                .containsExactlyInAnyOrder(
                        Events.request(0, 300).getRequest()
                                + " chat OK OptionalInt.empty - - - 1 CHUNK_ESTIMATE OptionalLong[300000000]"
                                + " OptionalLong.empty true",
                        Events.request(1, 100).getRequest()
                                + " all HTTP_ERROR OptionalInt[503] Overloaded over Try later 3 USAGE"
                                + " OptionalLong[100000000] OptionalLong.empty false");
        reader.scanRequests(new RunKey(TEAM, "another"), row -> seen.add("none"));
        assertThat(seen).hasSize(2);
    }

    @Test
    void writingARecordTwiceIsWritingItOnce() {
        SpecificRecord[] all = {
            Events.control(START, Events.run(RUN, START)),
            Events.control(START, Events.step(0)),
            Events.request(0, 100).build(),
            Events.window(START).build(),
            Events.result(Finality.FINAL, 19).build(),
            Events.breach(BreachState.OPENED, Finality.FINAL).build(),
            Events.sample(START).build(),
            Events.regression(START, ComparisonVerdict.SCREENING)
        };
        given(all);
        given(all);
        assertThat(reader.runs(RunFilter.all())).hasSize(1);
        assertThat(reader.steps(KEY)).hasSize(1);
        assertThat(reader.steps(KEY).get(0).results()).hasSize(1);
        assertThat(reader.requestCount(KEY)).isEqualTo(1);
        assertThat(counts()).hasSize(1);
        assertThat(reader.breaches(KEY)).hasSize(1);
        assertThat(reader.servers(new ServerQuery(TEAM, "gpu", START, START.plusSeconds(1))))
                .hasSize(1);
        assertThat(reader.regressions(TEAM, "h200")).hasSize(1);
    }

    @Test
    void recordsWithImpossibleFiguresAreStoredNotStumbledOver() {
        given(
                Events.request(0, -5).setDue(Instant.MAX.minusSeconds(1)).build(),
                Events.request(1, 5)
                        .setDue(Instant.MIN)
                        .setSentNanos(Long.MIN_VALUE)
                        .build(),
                Events.breach(BreachState.OPENED, Finality.FINAL)
                        .setValue(Double.NaN)
                        .setWorst(Double.POSITIVE_INFINITY)
                        .build(),
                Events.window(START).setMetric(MetricName.UNKNOWN).build());
        assertThat(reader.requestCount(KEY)).isEqualTo(2);
        assertThat(reader.breaches(KEY).get(0).value()).isNaN();
        assertThat(reader.breaches(KEY).get(0).worst()).isInfinite();
        assertThat(StoredRows.nanos(reader, KEY, Metric.TTFT))
                .as("negative times are no metric")
                .doesNotContain(-5_000_000L);
    }

    @Test
    void rowsAndOffsetsAreStoredTogetherOrNotAtAll() {
        SourceOffset ten = new SourceOffset("id", 10);
        store.write(batch(Events.window(START).build(), new OffsetMove(WINDOWS_0, Optional.empty(), ten)));
        assertThat(store.offsets()).containsExactly(Map.entry(WINDOWS_0, ten));

        SourceOffset twenty = new SourceOffset("id", 20);
        WriteBatch stale = batch(
                Events.window(START.plusSeconds(1)).build(),
                new OffsetMove(WINDOWS_0, Optional.of(new SourceOffset("id", 9)), twenty));
        assertThatThrownBy(() -> store.write(stale)).isInstanceOf(OffsetConflictException.class);
        assertThat(counts()).hasSize(1);
        assertThat(store.offsets()).containsEntry(WINDOWS_0, ten);

        WriteBatch next =
                batch(Events.window(START.plusSeconds(1)).build(), new OffsetMove(WINDOWS_0, Optional.of(ten), twenty));
        store.write(next);
        assertThat(counts()).hasSize(2);
        assertThatThrownBy(() -> store.write(next))
                .isInstanceOf(OffsetConflictException.class)
                .hasMessageContaining("second sink");
    }

    @Test
    void whatTheDatabaseRefusesIsNamedByItsPlaceAndTheRestCanBeStored() {
        QualityRow noNumber = new QualityRow(
                KEY,
                "gsm8k_cot",
                "exact_match",
                "strict-match",
                Double.NaN,
                OptionalDouble.empty(),
                OptionalLong.empty(),
                Optional.empty());
        StoreChange refused = new StoreChange.ImportedRun(
                TEAM,
                START,
                Events.run(RUN, START),
                new ImportRow("lm-eval", "0.4.8", "lm-eval", List.of(), Map.of(), List.of()),
                List.of(noNumber));
        List<StoreChange> changes = new ArrayList<>();
        for (int second = 0; second < 10; second++) {
            Instant end = START.plusSeconds(second);
            changes.add(
                    new StoreChange.StoredEvent(TEAM, end, Events.window(end).build()));
        }
        changes.set(3, refused);
        changes.set(8, refused);
        OffsetMove move = new OffsetMove(WINDOWS_0, Optional.empty(), new SourceOffset("id", 10));
        assertThatThrownBy(() -> store.write(new WriteBatch(changes, List.of(move))))
                .isInstanceOfSatisfying(RefusedException.class, e -> {
                    assertThat(e.reasons()).containsOnlyKeys(3, 8);
                    assertThat(e.reasons().get(3)).contains("quality").contains("value");
                });
        assertThat(counts()).isEmpty();
        assertThat(store.offsets()).isEmpty();

        changes.removeAll(List.of(refused));
        store.write(new WriteBatch(changes, List.of(move)));
        assertThat(counts()).hasSize(8);
        assertThat(reader.run(KEY)).isEmpty();
    }

    @Test
    void whatNoRowCanBeMadeOfIsNamedByItsPlaceAndTheRestCanBeStored() {
        Regression ofNoRun = Regression.newBuilder(Events.regression(START, ComparisonVerdict.REGRESSED))
                .setSegment(3)
                .setCandidateRuns(List.of())
                .build();
        List<StoreChange> changes = new ArrayList<>();
        for (SpecificRecord event : List.of(
                Events.window(START).build(),
                ofNoRun,
                Events.window(START.plusSeconds(1)).build())) {
            changes.add(new StoreChange.StoredEvent(TEAM, START, event));
        }
        OffsetMove move = new OffsetMove(WINDOWS_0, Optional.empty(), new SourceOffset("id", 3));
        assertThatThrownBy(() -> store.write(new WriteBatch(changes, List.of(move))))
                .isInstanceOfSatisfying(RefusedException.class, e -> {
                    assertThat(e.reasons()).containsOnlyKeys(1);
                    assertThat(e.reasons().get(1)).startsWith("no row can be made of it: ");
                });
        assertThat(counts()).isEmpty();

        changes.remove(1);
        store.write(new WriteBatch(changes, List.of(move)));
        assertThat(counts()).hasSize(2);
        assertThat(reader.regressions(TEAM, "h200")).isEmpty();
    }

    @Test
    void offsetsOfAPartitionSeenForTheFirstTimeAreNotTakenTwice() {
        OffsetMove first = new OffsetMove(WINDOWS_0, Optional.empty(), new SourceOffset("id", 1));
        store.write(new WriteBatch(List.of(), List.of(first)));
        assertThatThrownBy(() -> store.write(new WriteBatch(List.of(), List.of(first))))
                .isInstanceOf(OffsetConflictException.class);
    }

    @Test
    void undecodableRecordsAreNotedByOrigin() throws Exception {
        StoreChange noted = new StoreChange.DeadLettered(
                WINDOWS_0, "id", 7, START, DeadLetterCode.NOT_AN_EVENT, "it begins with 0x7b");
        store.write(new WriteBatch(List.of(noted, noted), List.of()));
        assertThat(texts("SELECT team || ' ' || topic || ' ' || kafka_partition || ' ' || kafka_offset || ' ' || code"
                        + " || ' ' || reason FROM dead_letters"))
                .containsExactly("perf windows 0 7 NOT_AN_EVENT it begins with 0x7b");
    }

    @Test
    void windowsOlderThanADayKeepTheLastOfEachMinute() {
        // One a second, ending at :01 to 2:30 after the start, appended as they ended.
        for (int second = 1; second <= 150; second++) {
            Instant end = START.plusSeconds(second);
            givenAt(end, Events.window(end).build());
        }
        // A day after 2:00, exclusive: the windows that ended before 2:00 are a day old, and so thinned.
        Instant now = START.plusSeconds(120).plus(Duration.ofDays(1));
        MaintenanceResult maintained = store.maintain(TEAM, Retention.DEFAULT, now);
        // Of (0:00, 1:00] 59 of 60 go; of (1:00, 2:00] the 59 before 2:00.
        assertThat(maintained.thinnedWindows()).isEqualTo(118);
        assertThat(ends())
                .startsWith(START.plusSeconds(60), START.plusSeconds(120), START.plusSeconds(121))
                .hasSize(32);
        assertThat(store.maintain(TEAM, Retention.DEFAULT, now)).isEqualTo(new MaintenanceResult(0, 0, 0, 0, 0));

        store.maintain(TEAM, Retention.DEFAULT, START.plusSeconds(200).plus(Duration.ofDays(1)));
        assertThat(ends()).containsExactly(START.plusSeconds(60), START.plusSeconds(120), START.plusSeconds(150));
    }

    @Test
    void maintenanceTakesNothingOfAnotherTeam() {
        Team another = new Team("another");
        givenOf(
                another,
                START,
                Events.request(0, 100).build(),
                Events.window(START).build(),
                Events.sample(START).build());
        for (int second = 1; second <= 3; second++) {
            Instant end = START.plusSeconds(second);
            givenOf(another, end, Events.window(end).build());
        }
        Instant inAYear = START.plus(Duration.ofDays(365));
        assertThat(store.maintain(TEAM, Retention.DEFAULT, inAYear)).isEqualTo(new MaintenanceResult(0, 0, 0, 0, 0));
        RunKey run = new RunKey(another, RUN);
        assertThat(reader.requestCount(run)).isEqualTo(1);
        assertThat(reader.windows(WindowQuery.of(run, Metric.TTFT, 10))).hasSize(4);
        assertThat(store.maintain(another, Retention.DEFAULT, inAYear)).isEqualTo(new MaintenanceResult(1, 4, 0, 1, 0));
    }

    @Test
    void moreThanABatchOfRowsGoesAndWindowsAreThinnedAcrossBatches() {
        List<StoreChange> changes = new ArrayList<>();
        for (int second = 1; second <= 4_500; second++) {
            Instant end = START.plusSeconds(second);
            changes.add(
                    new StoreChange.StoredEvent(TEAM, end, Events.window(end).build()));
        }
        store.write(new WriteBatch(changes, List.of()));
        MaintenanceResult thinned =
                store.maintain(TEAM, Retention.DEFAULT, START.plusSeconds(4_501).plus(Duration.ofDays(1)));
        // 75 minutes, of each of which the last stays.
        assertThat(thinned.thinnedWindows()).isEqualTo(4_500 - 75);
        assertThat(ends()).hasSize(75).endsWith(START.plusSeconds(4_500));
        assertThat(store.maintain(TEAM, Retention.DEFAULT, START.plus(Duration.ofDays(365)))
                        .windows())
                .isEqualTo(75);
    }

    @Test
    void oneStoreObjectWritesATeamUntilItIsClosed() throws Exception {
        Team other = new Team("other");
        try (ResultStore second = again()) {
            assertThat(store.claim(Set.of(TEAM))).containsExactly(TEAM);
            assertThat(store.claim(Set.of(TEAM))).containsExactly(TEAM);
            assertThat(second.claim(Set.of(TEAM, other))).containsExactly(other);
            OffsetMove move = new OffsetMove(WINDOWS_0, Optional.empty(), new SourceOffset("id", 1));
            assertThatThrownBy(() -> second.write(batch(Events.window(START).build(), move)))
                    .isInstanceOf(TeamClaimedException.class);
            store.close();
            // A server ends a session some time after its connection.
            Await.until(
                    () -> second.claim(Set.of(TEAM, other)).containsAll(Set.of(TEAM, other)), () -> "the team is free");
            second.write(batch(Events.window(START).build(), move));
        }
    }

    @Test
    void aRunThatIsHeldForLostSaysSoUntilItSpeaksAgain() {
        givenAt(START, Events.control(START, Events.run(RUN, START)));
        givenAt(
                START.plusSeconds(7),
                Events.window(START.plusSeconds(5))
                        .setFinality(Finality.PROVISIONAL)
                        .build(),
                Events.window(START.plusSeconds(4)).setFinality(Finality.FINAL).build());
        givenAt(START.plusSeconds(6), Events.heartbeat(6));
        RunActivity silent = new RunActivity(KEY, START.plusSeconds(6));
        assertThat(store.runningRuns(TEAM)).containsExactly(silent);
        assertThat(store.runningRuns(new Team("another"))).isEmpty();

        assertThat(store.markLost(silent, START.plusSeconds(600), "killed")).isTrue();
        assertThat(reader.run(KEY).orElseThrow().lost())
                .contains(new LostRunRow(START.plusSeconds(6), START.plusSeconds(600), "killed"));
        assertThat(reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10)))
                .extracting(WindowRow::finality)
                .containsExactly(Finality.FINAL, Finality.INCOMPLETE);
        assertThat(store.runningRuns(TEAM)).isEmpty();

        givenAt(START.plusSeconds(601), Events.request(0, 100).build());
        assertThat(reader.run(KEY).orElseThrow().lost()).isEmpty();
        RunActivity speaking = new RunActivity(KEY, START.plusSeconds(601));
        assertThat(store.runningRuns(TEAM)).containsExactly(speaking);
        assertThat(store.markLost(silent, START.plusSeconds(602), "too late")).isFalse();
        assertThat(reader.run(KEY).orElseThrow().lost()).isEmpty();
    }

    @Test
    void changesAreStoredWithWhoMadeThem() {
        givenAt(START, Events.control(START, Events.run(RUN, START)));
        givenAt(START, Events.request(0, 100).build());
        AuditEvent kept = Events.audit();
        AuditEvent asOthers = Events.audit();
        AuditEvent pruned = Events.audit();
        AuditEvent ofAllTeams = Events.audit();
        store.overrideRetention(new ExperimentRetention(TEAM, "h200", Duration.ofDays(30), Duration.ofDays(400)), kept);
        store.clearRetentionOverride(TEAM, "h200", asOthers);
        store.prune(KEY, PruneScope.RAW, pruned);
        store.prune(KEY, PruneScope.RAW, Events.audit());
        store.addAudit(Optional.empty(), ofAllTeams);

        List<AuditRow> ofTeam = reader.audit(new AuditQuery(Optional.of(TEAM), START, 10));
        assertThat(ofTeam)
                .as("what took nothing out is no change")
                .extracting(AuditRow::id)
                .containsExactlyInAnyOrder(kept.getId(), asOthers.getId(), pruned.getId());
        assertThat(ofTeam).allSatisfy(row -> {
            assertThat(row.team()).contains(TEAM);
            assertThat(row.at()).isEqualTo(START);
            assertThat(row.action()).isEqualTo("baseline set");
            assertThat(row.subject()).isEqualTo("main");
            assertThat(row.details()).isEqualTo(Map.of("reason", "release"));
            assertThat(row.user()).isEqualTo("ana");
            assertThat(row.host()).isEqualTo("workstation");
            assertThat(row.address()).isEmpty();
        });
        assertThat(reader.audit(new AuditQuery(Optional.empty(), START, 10)))
                .filteredOn(row -> row.team().isEmpty())
                .extracting(AuditRow::id)
                .containsExactly(ofAllTeams.getId());
        assertThat(reader.audit(new AuditQuery(Optional.empty(), START, 2))).hasSize(2);
        assertThat(reader.audit(new AuditQuery(Optional.empty(), START.plusNanos(1_000), 10)))
                .isEmpty();
    }

    @Test
    void aChangeOfTheTopicIsStoredOnceAsItCameFirst() {
        AuditEvent first = AuditEvent.newBuilder(Events.audit())
                .setLogin("perf-ana")
                .setAddress("10.0.0.7")
                .build();
        givenAt(START, first);
        givenAt(
                START.plusSeconds(1),
                AuditEvent.newBuilder(first).setUser("somebody else").build());

        assertThat(reader.audit(new AuditQuery(Optional.of(TEAM), START, 10)))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.id()).isEqualTo(first.getId());
                    assertThat(row.user()).isEqualTo("ana");
                    assertThat(row.login()).isEqualTo("perf-ana");
                    assertThat(row.address()).isEqualTo("10.0.0.7");
                });
    }

    @Test
    void nobodyChangesAnAuditOrDeletesItBeforeItsTime() throws SQLException {
        Instant now = InstantSource.system().instant();
        AuditEvent young = Events.audit();
        givenAt(now.minus(Topic.AUDIT_KEPT).plusSeconds(3_600), young);
        givenAt(now.minus(Topic.AUDIT_KEPT).minus(Duration.ofDays(2)), Events.audit());
        for (String sql : List.of(
                "UPDATE audit SET os_user = 'me'",
                "DELETE FROM audit WHERE id = '" + young.getId() + "'",
                "DELETE FROM audit")) {
            assertThatThrownBy(() -> texts(sql + " RETURNING id")).as(sql).hasMessageContaining("rows of audit are");
        }
        assertThat(store.maintain(TEAM, Retention.DEFAULT, now)).isEqualTo(new MaintenanceResult(0, 0, 0, 0, 1));
        assertThat(reader.audit(new AuditQuery(Optional.of(TEAM), START, 10)))
                .extracting(AuditRow::id)
                .containsExactly(young.getId());
        Duration day = Duration.ofDays(1);
        assertThatThrownBy(() -> new Retention(day, day, day, day, day, Topic.AUDIT_KEPT))
                .hasMessageContaining("retention of audit must be > PT9600H but was PT9600H");
    }

    @Test
    void requestsWindowsAndSamplesAreKeptForTheirRetentionSinceTheBrokerTookThem() {
        givenAt(START, Events.request(0, 100).build(), Events.window(START).build());
        givenAt(START, Events.sample(START).build(), Events.control(START, Events.run(RUN, START)));
        givenAt(START.plusSeconds(1), Events.request(1, 100).build());
        Retention retention = new Retention(
                Duration.ofHours(1),
                Duration.ofHours(2),
                Duration.ofHours(3),
                Duration.ofHours(3),
                Duration.ofHours(4),
                Retention.DEFAULT.audit());
        assertThat(store.maintain(TEAM, retention, START.plus(Duration.ofHours(1))))
                .isEqualTo(new MaintenanceResult(0, 0, 0, 0, 0));
        assertThat(store.maintain(TEAM, retention, START.plusSeconds(1).plus(Duration.ofHours(1))))
                .isEqualTo(new MaintenanceResult(1, 0, 0, 0, 0));
        assertThat(store.maintain(TEAM, retention, START.plusSeconds(1).plus(Duration.ofHours(4))))
                .isEqualTo(new MaintenanceResult(1, 1, 0, 1, 0));
        assertThat(reader.run(KEY)).isPresent();
    }

    @Test
    void anExperimentsOwnRetentionHoldsInsteadOfTheSinks() {
        givenAt(
                START,
                Events.control(START, Events.run(RUN, START)),
                Events.request(0, 100).build());
        givenAt(START, Events.window(START).build());
        store.overrideRetention(
                new ExperimentRetention(TEAM, "h200", Duration.ofDays(30), Duration.ofDays(400)), Events.audit());
        assertThat(reader.retentions())
                .singleElement()
                .satisfies(kept -> assertThat(kept.requests()).isEqualTo(Duration.ofDays(30)));
        Instant after200Days = START.plus(Duration.ofDays(200));
        assertThat(store.maintain(TEAM, Retention.DEFAULT, START.plus(Duration.ofDays(30)))
                        .requests())
                .isZero();
        MaintenanceResult maintained = store.maintain(TEAM, Retention.DEFAULT, after200Days);
        assertThat(maintained.requests()).isEqualTo(1);
        assertThat(maintained.windows()).isZero();

        store.clearRetentionOverride(TEAM, "h200", Events.audit());
        assertThat(reader.retentions()).isEmpty();
        assertThat(store.maintain(TEAM, Retention.DEFAULT, after200Days).windows())
                .isEqualTo(1);
    }

    @Test
    void pruningTakesOutTheRawRowsOfOneRunAndLeavesItsResults() {
        given(
                Events.control(START, Events.run(RUN, START)),
                Events.request(0, 100).build());
        given(Events.window(START).build(), Events.result(Finality.FINAL, 19).build());
        given(Events.request(1, 100).setRun("another").build());
        PrunedRows expected = new PrunedRows(Map.of("requests", 1L, "window_stats", 1L));
        assertThat(reader.countPrunable(KEY, PruneScope.RAW)).isEqualTo(expected);
        assertThat(store.prune(KEY, PruneScope.RAW, Events.audit())).isEqualTo(expected);
        assertThat(store.prune(KEY, PruneScope.RAW, Events.audit())).isEqualTo(PrunedRows.NOTHING);
        assertThat(ok()).isEqualTo(19);
        assertThat(reader.requestCount(new RunKey(TEAM, "another"))).isEqualTo(1);
    }

    @Test
    void pruningARunTakesOutAllOfItAndWhatItLeavesWithoutARun() {
        given(Events.control(START, Events.run(RUN, START)), Events.control(START, Events.step(0)));
        given(
                Events.control(START, Events.slo("ttft", false)),
                Events.result(Finality.FINAL, 19)
                        .setBlocks(List.of(Events.block(0, START, 20, 100_000_000)))
                        .build());
        given(Events.regression(START, ComparisonVerdict.REGRESSED));
        PrunedRows pruned = store.prune(KEY, PruneScope.RUNS, Events.audit());
        assertThat(pruned.rows())
                .containsEntry("step_block_metrics", 1L)
                .containsEntry("runs", 1L)
                .containsEntry("phases", 1L)
                .containsEntry("regressions", 1L);
        assertThat(reader.run(KEY)).isEmpty();
        assertThat(reader.steps(KEY)).isEmpty();
        assertThat(reader.experiments()).isEmpty();
        assertThat(reader.regressions(TEAM, "h200")).isEmpty();
    }

    @Test
    void theNewestStateOfATuneAndOfEachOfItsStartsIsRead() {
        given(Events.control(START.plusSeconds(9), tune(TuneActivity.STOPPED, 1)));
        given(Events.control(START, tune(TuneActivity.RUNNING, 0)));
        given(Events.control(START, trial(2, TrialStatus.STARTING)));
        given(Events.control(START, trial(1, TrialStatus.MEASURED)));
        assertThat(reader.tunes()).singleElement().satisfies(row -> {
            assertThat(row.team()).isEqualTo(TEAM);
            assertThat(row.activity()).isEqualTo(TuneActivity.STOPPED);
            assertThat(row.ended()).isEqualTo(1);
            assertThat(row.identity()).containsEntry("workload", "abc");
            assertThat(row.expectedEnd()).isEmpty();
            assertThat(row.at()).isEqualTo(START.plusSeconds(9));
        });
        assertThat(reader.trials(TEAM, "T1"))
                .extracting(TrialRow::number, TrialRow::status)
                .containsExactly(tuple(1, TrialStatus.MEASURED), tuple(2, TrialStatus.STARTING));
        assertThat(reader.trials(TEAM, "T1").get(0)).satisfies(row -> {
            assertThat(row.flags()).containsEntry("max-num-seqs", "128");
            assertThat(row.lastLines()).containsExactly("one", "two");
            assertThat(row.heldUpTo()).hasValue(2.5);
            assertThat(row.failsFrom()).isEmpty();
        });
        assertThat(reader.trials(new Team("other"), "T1")).isEmpty();
    }

    @Test
    void aTuneThatEndedGoesWithTheLastRunOfItsExperiment() {
        given(Events.control(START, Events.run(RUN, START)), Events.control(START, tune(TuneActivity.RUNNING, 0)));
        given(Events.control(START, trial(1, TrialStatus.MEASURED)));
        assertThat(store.prune(KEY, PruneScope.RUNS, Events.audit()).rows())
                .containsKey("runs")
                .doesNotContainKeys("tunes", "trials");
        given(Events.control(START, Events.run(RUN, START)));
        given(Events.control(START.plusSeconds(1), tune(TuneActivity.FINISHED, 1)));
        assertThat(store.prune(KEY, PruneScope.RUNS, Events.audit()).rows())
                .containsEntry("tunes", 1L)
                .containsEntry("trials", 1L);
        assertThat(reader.tunes()).isEmpty();
    }

    private static TuneState tune(TuneActivity activity, int ended) {
        return TuneState.newBuilder()
                .setTune("T1")
                .setExperiment("h200")
                .setTarget("http://127.0.0.1:8000")
                .setTuner("host:1")
                .setMode("sweep")
                .setStarted(START)
                .setActivity(activity)
                .setPlanned(2)
                .setEnded(ended)
                .setIdentity(Map.of("workload", "abc"))
                .build();
    }

    private static TrialState trial(int number, TrialStatus status) {
        return TrialState.newBuilder()
                .setTune("T1")
                .setNumber(number)
                .setBlock(1)
                .setPurpose("sweep")
                .setExperiment("h200")
                .setPhase("seqs-128")
                .setFlags(Map.of("max-num-seqs", "128"))
                .setStatus(status)
                .setLastLines(List.of("one", "two"))
                .setStarted(START)
                .setHeldUpTo(2.5)
                .build();
    }

    @Test
    void aSnapshotDoesNotMoveWhileTheSinkWrites() {
        given(Events.request(0, 100).build());
        reader.inSnapshot(snapshot -> {
            assertThat(snapshot.requestCount(KEY)).isEqualTo(1);
            given(Events.request(1, 100).build());
            assertThat(snapshot.requestCount(KEY)).isEqualTo(1);
            return snapshot;
        });
        assertThat(reader.requestCount(KEY)).isEqualTo(2);
    }

    @Test
    void anotherReaderNeedsNotWaitForTheFirstAndOutlivesIt() {
        given(Events.request(0, 100).build());
        try (ResultReader another = reader.newReader()) {
            long seenMeanwhile = reader.inSnapshot(snapshot -> {
                assertThat(snapshot.requestCount(KEY)).isEqualTo(1);
                given(Events.request(1, 100).build());
                return CompletableFuture.supplyAsync(() -> another.requestCount(KEY))
                        .orTimeout(5, TimeUnit.MINUTES)
                        .join();
            });
            assertThat(seenMeanwhile).isEqualTo(2);
            reader.close();
            assertThat(another.requestCount(KEY)).isEqualTo(2);
        }
    }

    @Test
    void aScanTellsEachRequestsClassAlsoOneWithCommasAndWhatItLacks() {
        given(
                Events.request(0, 100).setRequestClass("chat, short").build(),
                Events.request(1, 200).setRequestClass("chat, short").build(),
                Events.request(2, 300)
                        .setRequestClass("größer")
                        .setPromptTokens(null)
                        .build());
        Map<Long, String> classes = new TreeMap<>();
        List<OptionalInt> prompts = new ArrayList<>();
        reader.scanRequests(KEY, request -> {
            classes.put(request.nanos(Metric.TTFT).orElseThrow() / 1_000_000, request.requestClass());
            if (request.requestClass().equals("größer")) {
                prompts.add(request.promptTokens());
            }
        });
        assertThat(classes)
                .containsExactly(entry(100L, "chat, short"), entry(200L, "chat, short"), entry(300L, "größer"));
        assertThat(prompts).containsExactly(OptionalInt.empty());
    }

    private List<Long> counts() {
        return reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10)).stream()
                .map(WindowRow::count)
                .toList();
    }

    private List<Instant> ends() {
        return reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10)).stream()
                .map(WindowRow::end)
                .toList();
    }

    private void change(StoreChange change) {
        store.write(new WriteBatch(List.of(change), List.of()));
    }

    private void givenOf(Team team, Instant appended, SpecificRecord... events) {
        List<StoreChange> changes = Arrays.stream(events)
                .<StoreChange>map(event -> new StoreChange.StoredEvent(team, appended, event))
                .toList();
        store.write(new WriteBatch(changes, List.of()));
    }

    private void given(SpecificRecord... events) {
        givenAt(START, events);
    }

    private void givenAt(Instant appended, SpecificRecord... events) {
        List<StoreChange> changes = Arrays.stream(events)
                .<StoreChange>map(event -> new StoreChange.StoredEvent(TEAM, appended, event))
                .toList();
        store.write(new WriteBatch(changes, List.of()));
    }

    private static WriteBatch batch(WindowStats window, OffsetMove move) {
        return new WriteBatch(List.of(new StoreChange.StoredEvent(TEAM, START, window)), List.of(move));
    }
}
