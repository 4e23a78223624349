package io.tidemark.streams;

import static io.tidemark.streams.Given.control;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.sample;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.processor.DeadLetterRecords;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeadLettersTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"TOKENS", "REQUESTS", "CONTROL", "HEARTBEATS", "SERVERS"})
    void garbageInAnInputGoesToTheDeadLettersWithItsOriginAndReason(Topic input) {
        byte[] garbage = {1, 2, 3};
        team.sendRaw(input, garbage);
        assertThat(team.records(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.value()).isEqualTo(garbage);
            assertThat(header(letter, DeadLetter.TOPIC_HEADER)).isEqualTo(input.in(TeamDriver.TEAM));
            assertThat(header(letter, DeadLetter.OFFSET_HEADER)).isEqualTo("0");
            assertThat(header(letter, DeadLetter.REASON_HEADER)).contains("0x00");
        });
    }

    /** So that the dead letter of a later processor names it. */
    @Test
    void whatARunIsSentOfEventsNamesTheLastOfThem() {
        team.send(ok(0, 0.0, 100, 200).build());
        team.send(ok(1, 0.0, 100, 200).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.headersToRuns())
                .last()
                .isEqualTo(
                        DeadLetterRecords.originHeaders(new RecordPosition(Topic.REQUESTS.in(TeamDriver.TEAM), 0, 1)));

        team.send(ok(2, 0.0, 100, 200).setSentNanos(-1L).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.headersToRuns())
                .as("of a dead letter, whose number is not waited for")
                .last()
                .isEqualTo(
                        DeadLetterRecords.originHeaders(new RecordPosition(Topic.REQUESTS.in(TeamDriver.TEAM), 0, 2)));
    }

    @Test
    void goodEventsBesideGarbageAreCounted() {
        team.sendRaw(Topic.TOKENS, new byte[] {0, 0, 0, 0, 1, 9});
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(heartbeat(1, 1, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.WINDOWS, WindowStats.class)).isNotEmpty();
        assertThat(team.records(Topic.DEAD_LETTERS)).hasSize(1);
    }

    @Test
    void whatCannotBeTrueIsNotCounted() {
        team.send(ok(0, 61.5, 100, 200).build()); // more than 60 s ahead
        team.send(ok(1, 0.0, 100, 200).setSentNanos(-1L).build());
        team.send(tokens(2, 0.0, 100, 20, 3).setTokens(List.of(1)).build());
        team.send(heartbeat(1, -1, 0).build());
        List<String> reasons = team.records(Topic.DEAD_LETTERS).stream()
                .map(letter -> header(letter, DeadLetter.REASON_HEADER))
                .toList();
        assertThat(reasons)
                .satisfiesExactly(
                        first -> assertThat(first).contains("event time must be at most PT1M ahead"),
                        second -> assertThat(second).contains("sentNanos must be in"),
                        third -> assertThat(third).contains("tokens must have one entry per gap, 3"),
                        fourth -> assertThat(fourth).contains("tokenBatches must be >= 0"));
        team.pass(Duration.ofSeconds(2));
        assertThat(team.records(Topic.WINDOWS)).isEmpty();
    }

    @Test
    void aReasonQuotesTheBeginningOfALongValue() {
        String name = "n".repeat(250);
        team.send(ok(0, 0.0, 100, 200).setRun(name).build());
        team.send(ok(0, 0.0, 100, 200).setLane(name + "/").build());
        team.send(control(Given.objective(MetricName.TTFT, 0.9, 10)
                .setName("o".repeat(256))
                .setMinCount(-1)
                .build()));
        team.send(control(Given.objective(MetricName.TTFT, 0.9, 10)
                .setName("o".repeat(256))
                .setPeriodSeconds(-1)
                .build()));
        team.send(control(Given.objective(MetricName.TTFT, 0.9, 10)
                .setGoodLimitsNanos(Map.of("m".repeat(2_000), 1L))
                .build()));
        String hundred = "n".repeat(100) + "...";
        assertThat(team.records(Topic.DEAD_LETTERS).stream().map(letter -> header(letter, DeadLetter.REASON_HEADER)))
                .satisfiesExactly(
                        run -> assertThat(run)
                                .isEqualTo("IMPLAUSIBLE: run must be a 26-character ULID but was \"" + hundred + "\""),
                        lane -> assertThat(lane)
                                .isEqualTo("IMPLAUSIBLE: lane must be a name without / but was " + hundred),
                        objective -> assertThat(objective)
                                .isEqualTo("IMPLAUSIBLE: objective \"" + "o".repeat(100)
                                        + "...\": minCount must be >= 0 but was -1"),
                        budget -> assertThat(budget)
                                .startsWith("IMPLAUSIBLE: period of '" + "o".repeat(100) + "...' must be in"),
                        metrics -> assertThat(metrics).endsWith("but was [" + "m".repeat(99) + "..."));
    }

    /** A store partitions by the time of the run: TeamDriver's wall clock begins at 12:00. */
    @Test
    void aRunOfAComingDayIsRefusedAndOneOfAnEarlierDayIsNot() {
        String tomorrow = ulid(TeamDriver.EPOCH.plus(Duration.ofHours(24)));
        String late = ulid(TeamDriver.EPOCH.plus(Duration.ofHours(24)).plusMillis(1));
        String earlier = ulid(TeamDriver.EPOCH.minus(Duration.ofDays(900)));
        for (String good : List.of(tomorrow, earlier)) {
            team.send(ok(0, 0.0, 100, 200).setRun(good).build());
        }
        for (String bad : List.of(late, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "run-1", late.toLowerCase(Locale.ROOT), "")) {
            team.send(ok(0, 0.0, 100, 200).setRun(bad).build());
            team.send(tokens(0, 0.0, 100, 20, 1).setRun(bad).build());
            team.send(heartbeat(1, 1, 0).setRun(bad).build());
            team.send(control(Given.run().setRun(bad).build()));
            team.send(control(Given.step(0).setRun(bad).build()));
        }
        assertThat(team.records(Topic.DEAD_LETTERS))
                .hasSize(25)
                .allSatisfy(letter ->
                        assertThat(header(letter, DeadLetter.REASON_HEADER)).startsWith("IMPLAUSIBLE: run must be "))
                .first()
                .satisfies(letter -> assertThat(header(letter, DeadLetter.REASON_HEADER))
                        .endsWith("the ULID of a time at most PT24H ahead but was " + late + ", PT24H0.001S ahead"));
        team.pass(Duration.ofSeconds(2));
        assertThat(team.stores().runs().keySet())
                .as("nothing is kept of a run that is none")
                .allSatisfy(key -> assertThat(key).matches("(" + tomorrow + "|" + earlier + ")/.*"));
    }

    private static String ulid(Instant at) {
        return Ulid.next(InstantSource.fixed(at), new SplittableRandom(1));
    }

    @Test
    void aHeartbeatOrScrapeFromTheFutureMovesNoClock() {
        team.send(heartbeat(61.5, 0, 0).build());
        team.send(sample(61.5, Map.of()).build());
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(heartbeat(1, 1, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.records(Topic.DEAD_LETTERS))
                .extracting(letter -> header(letter, DeadLetter.REASON_HEADER))
                .satisfiesExactlyInAnyOrder(
                        at -> assertThat(at).contains("at must be at most PT1M ahead"),
                        end -> assertThat(end).contains("scrapeEnd must be at most PT1M ahead"));
        assertThat(team.read(Topic.WINDOWS, WindowStats.class)).isNotEmpty();
    }

    @Test
    void aSketchThatClaimsTooManyValuesIsNotMerged() {
        LogHistogram large = new LogHistogram();
        large.add(1_000, 2_000_000);
        team.send(ok(0, 0.0, 100, 200)
                .setItlSketch(ByteBuffer.wrap(large.encode()))
                .build());
        team.send(heartbeat(1, 0, 0)
                .setWaitingAges(ByteBuffer.wrap(large.encode()))
                .build());
        team.send(
                heartbeat(1, 0, 0).setOpenAges(ByteBuffer.wrap(new byte[] {9})).build());
        assertThat(team.records(Topic.DEAD_LETTERS))
                .extracting(letter -> header(letter, DeadLetter.REASON_HEADER))
                .satisfiesExactlyInAnyOrder(
                        itl -> assertThat(itl).contains("itlSketch count must be at most 1000000 but was 2000000"),
                        ages -> assertThat(ages).contains("waitingAges count"),
                        open -> assertThat(open).contains("openAges must be a sketch"));
    }

    private static List<BurnRule> rules(int many, BurnRule rule) {
        return IntStream.range(0, many)
                .mapToObj(more -> BurnRule.newBuilder(rule)
                        .setLongSeconds(rule.getLongSeconds() + more)
                        .build())
                .toList();
    }

    /** The rules of plans, for clients that have none. */
    @Test
    void aBudgetThatNoPlanMayHaveIsNotJudged() {
        BurnRule rule = BurnRule.newBuilder()
                .setBurn(10)
                .setLongSeconds(600)
                .setShortSeconds(50)
                .build();
        ObjectiveState.Builder objective =
                Given.objective(MetricName.TTFT, 0.9, 1000).setName("ttft").setPeriodSeconds(3600);
        team.send(Given.control(objective.setBurnRules(rules(16, rule)).build()));
        assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
        team.send(Given.control(objective.setBurnRules(rules(17, rule)).build()));
        rule = BurnRule.newBuilder(rule).setBurn(11).build();
        team.send(Given.control(objective.setBurnRules(List.of(rule)).build()));
        rule = BurnRule.newBuilder(rule)
                .setBurn(10)
                .setLongSeconds(11)
                .setShortSeconds(1)
                .build();
        team.send(Given.control(objective.setBurnRules(List.of(rule)).build()));
        assertThat(team.records(Topic.DEAD_LETTERS))
                .extracting(letter -> header(letter, DeadLetter.REASON_HEADER))
                .satisfiesExactlyInAnyOrder(
                        rules -> assertThat(rules).contains("burn-rate rules of 'ttft' must be at most 16 but were 17"),
                        never -> assertThat(never).contains("'page 11x over 10m/50s' of 'ttft' can never fire"),
                        window -> assertThat(window).contains("must have a long window of 12 s or more but has 11s"));
    }

    @Test
    void aLargeRecordIsCutSoThatItsLetterFindsRoom() {
        team.sendRaw(Topic.REQUESTS, new byte[2 << 20]);
        assertThat(team.records(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.value()).hasSize(512 << 10);
            assertThat(header(letter, DeadLetter.CUT_HEADER)).isEqualTo(Integer.toString(2 << 20));
        });
    }

    @Test
    void aBatchThatSpansHoursIsRefusedForEachOfItsSecondsTakesRoom() {
        team.send(tokens(0, -60_000.0, 100, 10_000, 5_000)
                .setTokens(Collections.nCopies(5_000, 1))
                .build());
        assertThat(team.records(Topic.DEAD_LETTERS))
                .singleElement()
                .satisfies(letter -> assertThat(header(letter, DeadLetter.REASON_HEADER))
                        .contains("from the first chunk to the last must be at most PT10M in one batch but were"
                                + " PT13H53M10S"));
    }

    @Test
    void aBatchAfterALongWaitIsCounted() {
        team.send(tokens(0, -90_000.0, 86_400_000, 20, 3).build()); // the first token after a day
        team.send(heartbeat(1, 1, 0).setClosing(true).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
        assertThat(team.read(Topic.WINDOWS, WindowStats.class)).isNotEmpty();
    }

    @Test
    void numbersThatNoPlanHasAreRefused() {
        team.send(ok(0, 0.0, 100, 200).setSegment(100_000).build());
        team.send(ok(1, 0.0, 100, 200).setStep(10_000).build());
        team.send(
                heartbeat(1, 0, 0).setStep(0).setSegmentsOver(Integer.MAX_VALUE).build());
        team.send(heartbeat(1, 0, 0).setSegmentRequests(-1).build());
        team.send(heartbeat(1, 0, 0).setDue(-1).build());
        assertThat(reasons())
                .satisfiesExactlyInAnyOrder(
                        segment -> assertThat(segment).contains("segment must be in [0, 100000) but was 100000"),
                        step -> assertThat(step).contains("step must be in [0, 10000) but was 10000"),
                        over -> assertThat(over).contains("segmentsOver must be in [0, 100000) but was 2147483647"),
                        requests -> assertThat(requests).contains("segmentRequests must be >= 0 but was -1"),
                        due -> assertThat(due).contains("due must be >= 0 but was -1"));
    }

    @Test
    void anObjectiveThatCannotBeJudgedIsRefused() {
        ObjectiveState good = ObjectiveState.newBuilder()
                .setName("errors")
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMaxBadRatio(0.01)
                .setPeriodSeconds(3600)
                .build();
        team.send(control(good));
        assertThat(reasons()).isEmpty();
        for (double none : new double[] {0, 1, -0.5, Double.NaN}) {
            team.send(
                    control(ObjectiveState.newBuilder(good).setMaxBadRatio(none).build()));
            assertThat(reasons())
                    .singleElement()
                    .satisfies(why -> assertThat(why).contains("maxBadRatio must be in "));
        }
        team.send(control(ObjectiveState.newBuilder(good).setLevel(Double.NaN).build()));
        team.send(control(ObjectiveState.newBuilder(good).setMinCount(-1).build()));
        team.send(control(ObjectiveState.newBuilder(good).setForSeconds(-1).build()));
        team.send(control(ObjectiveState.newBuilder(good).setFlapChanges(-1).build()));
        team.send(control(ObjectiveState.newBuilder(good)
                .setFlapSeconds(Integer.MAX_VALUE)
                .build()));
        assertThat(reasons())
                .satisfiesExactly(
                        level -> assertThat(level).contains("level must be in (0, 1] but was NaN"),
                        count -> assertThat(count).contains("minCount must be >= 0 but was -1"),
                        wait -> assertThat(wait).contains("forSeconds must be in [0, 86400] but was -1"),
                        changes -> assertThat(changes).contains("flapChanges must be in [0, 1000] but was -1"),
                        flaps -> assertThat(flaps).contains("flapSeconds must be in [0, 86400] but was 2147483647"));
    }

    @Test
    void rulesThatReadTheSameAreRefused() {
        BurnRule rule = BurnRule.newBuilder()
                .setBurn(5)
                .setLongSeconds(600)
                .setShortSeconds(60)
                .build();
        team.send(control(ObjectiveState.newBuilder()
                .setName("errors")
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMaxBadRatio(0.01)
                .setPeriodSeconds(3600)
                .setBurnRules(List.of(
                        rule, BurnRule.newBuilder(rule).setForSeconds(30).build()))
                .build()));
        assertThat(reasons()).singleElement().satisfies(why -> assertThat(why).contains("is given twice"));
    }

    /** Each of these ended a team's application: it was read again after each start. */
    @Test
    void timesAndNumbersOutOfRangeAreRefused() {
        Instant y2300 = Instant.parse("2300-01-01T00:00:00Z");
        Instant y1960 = Instant.parse("1960-01-01T00:00:00Z");
        team.send(control((Object) Given.run().setEnded(y2300).build()));
        team.send(control((Object) Given.run().setEnded(y1960).build()));
        team.send(control((Object) Given.step(0).setEnded(y2300).build()));
        team.send(heartbeat(1, 0, 0).setNextTokenBatch(Long.MAX_VALUE).build());
        team.send(
                heartbeat(1, 0, 0).setAt(Instant.parse("1600-01-01T00:00:00Z")).build());
        team.send(tokens(0, 0.0, 100, 20, 3).setDue(y2300).build());
        team.send(ok(Long.MAX_VALUE, 0.0, 100, 200).build());
        team.send(tokens(Long.MAX_VALUE - 4_095, 0.0, 100, 20, 3).build());
        team.pass(Duration.ofSeconds(2));
        assertThat(reasons())
                .satisfiesExactlyInAnyOrder(
                        why -> assertThat(why)
                                .contains("ended must be in [1970-01-01T00:00:00Z, 2200-01-01T00:00:00Z]"),
                        why -> assertThat(why).contains("but was 1960-01-01T00:00:00Z"),
                        why -> assertThat(why).contains("ended must be in"),
                        why -> assertThat(why).contains("nextTokenBatch must be in [-1, 281474976710656]"),
                        why -> assertThat(why).contains("at must be in"),
                        why -> assertThat(why).contains("event time must be at most PT1M ahead"),
                        why -> assertThat(why).contains("laneSeq must be in [0, 281474976710656]"),
                        why -> assertThat(why).contains("laneSeq must be in [0, 281474976710656]"));
    }

    /** Readers would take the run for the newest one for ever. */
    @Test
    void aDefinitionOfAComingTimeIsRefused() {
        team.send(control(Given.run().setStarted(Given.at(61.5)).build()));
        team.send(ControlEvent.newBuilder(control(Given.run().build()))
                .setAt(Given.at(61.5))
                .build());
        assertThat(reasons())
                .satisfiesExactly(
                        why -> assertThat(why).contains("started must be at most PT1M ahead but was "),
                        why -> assertThat(why).contains("at must be at most PT1M ahead but was "));
    }

    @Test
    void countsOfTokensOutOfRangeAreRefused() {
        team.send(ok(0, 0.0, 100, 200).setOutputTokens(-1).build());
        team.send(ok(1, 0.0, 100, 200).setPromptTokens(100_000_001).build());
        team.send(ok(2, 0.0, 100, 200).setCachedTokens(-1).build());
        team.send(ok(3, 0.0, 100, 200).setReasoningTokens(Integer.MIN_VALUE).build());
        assertThat(reasons())
                .satisfiesExactly(
                        why -> assertThat(why).contains("outputTokens must be in [0, 100000000] but was -1"),
                        why -> assertThat(why).contains("promptTokens must be in [0, 100000000] but was 100000001"),
                        why -> assertThat(why).contains("cachedTokens must be in [0, 100000000] but was -1"),
                        why -> assertThat(why)
                                .contains("reasoningTokens must be in [0, 100000000] but was -2147483648"));
    }

    private List<String> reasons() {
        return team.records(Topic.DEAD_LETTERS).stream()
                .map(letter -> header(letter, DeadLetter.REASON_HEADER))
                .toList();
    }

    private static String header(TestRecord<String, byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
