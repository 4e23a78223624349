package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.failed;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.nanos;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.sample;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSide;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerHistogram;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BreachesTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    /** State, opening second, second of the record. */
    private record Row(BreachState state, long opened, long at) {}

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void aBreachOpensWhenTheQuantileExceedsItsLimitAndClosesWhenItNoLongerDoes() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        // due at second, ends in second, e2e ms
        team.send(ok(0, 0.0, 100, 200).build()); // 0: 300 ms
        team.send(ok(1, 1.0, 100, 1500).build()); // 2: 1600 ms, median of two is the lower
        team.send(ok(2, 1.2, 100, 1600).build()); // 2: 1700 ms, median 1600 ms
        team.send(ok(3, 13.0, 100, 200).build()); // 13: 300 ms, alone in its window
        team.send(heartbeat(20, 0, 4).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows())
                .containsExactly(
                        new Row(BreachState.OPENED, 3, 3),
                        // second 0 has left at 11: the median of the two is still 1600 ms; second 2 leaves at 13
                        new Row(BreachState.CLOSED, 3, 14));
    }

    @Test
    void requestsThatAStoppedRunGaveUpBreakNoObjective() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 200).build());
        for (int request = 1; request <= 5; request++) {
            team.send(Given.failed(request, 0.0, 300)
                    .setOutcome(Outcome.CANCELLED)
                    .setPart(StepPart.STOPPED)
                    .build());
        }
        team.send(heartbeat(20, 0, 6).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).isEmpty();
    }

    /** Answers of 24 chunks with one pause of 2.3 s: in a stream of one chunk each 20 ms, or between two blocks of a proxy, in which the gaps are 0. */
    @ParameterizedTest
    @CsvSource({"20, true, 1", "0, true, 0", "20, false, 1", "0, false, 0"})
    void answersThatAreHeldBackBreakNoObjectiveOfItl(long gapMillis, boolean areTokensPublished, int breaches) {
        team.send(Given.control(objective(MetricName.ITL, 0.99, 1_000).build()));
        List<Long> gaps = new ArrayList<>(Collections.nCopies(23, nanos(gapMillis)));
        gaps.set(11, nanos(2_300));
        for (int request = 0; request < 20; request++) {
            if (areTokensPublished) {
                List<Long> fromSent = new ArrayList<>(gaps);
                fromSent.add(0, nanos(120));
                team.send(tokens(request, 0.1 * request, 120, 0, 24)
                        .setGapsNanos(fromSent)
                        .build());
            }
            team.send(streamed(request, 0.1 * request, gaps)
                    .setTokenBatches(areTokensPublished ? 1 : 0)
                    .build());
        }
        team.send(heartbeat(8, areTokensPublished ? 20 : 0, 20).build());
        team.pass(Duration.ofSeconds(1));

        assertThat(rows()).hasSize(breaches);
    }

    /** Of each in {@code every} answers a part was not read: its first token may have come before the first that was. */
    @ParameterizedTest
    @CsvSource({"1, 0", "10, 0", "20, 1"})
    void answersThatWereNotReadInFullBreakNoObjectiveOfTtftUnlessTheyAreFew(int every, int breaches) {
        team.send(Given.control(objective(MetricName.TTFT, 0.5, 1_000).build()));
        for (int request = 0; request < 20; request++) {
            team.send(ok(request, 0.1 * request, 2_000, 300)
                    .setTokenBatches(0)
                    .setUnreadOutput(request % every == 0)
                    .build());
        }
        team.send(heartbeat(8, 0, 20).build());
        team.pass(Duration.ofSeconds(1));

        assertThat(rows()).hasSize(breaches);
    }

    /** The first token after 120 ms, then a chunk of one token after each gap. */
    private static RequestEvent.Builder streamed(long number, double dueSecond, List<Long> gapsNanos) {
        LogHistogram itl = new LogHistogram();
        gapsNanos.forEach(itl::add);
        long restNanos = gapsNanos.stream().mapToLong(Long::longValue).sum();
        return ok(number, dueSecond, 120, Duration.ofNanos(restNanos).toMillis())
                .setStreaming(true)
                .setTokenSource(TokenSource.USAGE)
                .setOutputTokens(gapsNanos.size() + 1)
                .setChunkCount(gapsNanos.size() + 1)
                .setItlSketch(ByteBuffer.wrap(itl.encode()));
    }

    /** TPOT is 50 ms by its 24 chunks, and 383 ms by a usage of 4 tokens, which the chunks contradict. */
    @ParameterizedTest
    @CsvSource({"4, 24, 0", "24, 24, 0", "4, 4, 1"})
    void aRequestWhoseCountItsChunksContradictBreaksNoObjectiveOfTpot(int tokens, int chunks, int breaches) {
        team.send(Given.control(objective(MetricName.TPOT, 0.5, 100).build()));
        team.send(Given.control(ObjectiveState.newBuilder()
                .setName("good")
                .setKind(ObjectiveKind.GOOD_RATIO)
                .setGoodLimitsNanos(Map.of("TPOT", nanos(100)))
                .setMaxBadRatio(0.1)
                .setWindowSeconds(10)
                .setLevel(1)
                .build()));
        for (int request = 0; request < 20; request++) {
            team.send(ok(request, 0.1 * request, 100, 1_150)
                    .setTokenSource(TokenSource.USAGE)
                    .setOutputTokens(tokens)
                    .setChunkCount(chunks)
                    .build());
        }
        team.send(heartbeat(8, 0, 20).build());
        team.pass(Duration.ofSeconds(1));

        assertThat(rows()).hasSize(2 * breaches);
    }

    @Test
    void itMustBeBrokenForAsLongAsTheObjectiveSays() {
        team.send(Given.control(
                objective(MetricName.E2E, 0.5, 1000).setForSeconds(5).build()));
        team.send(ok(0, 0.0, 100, 1500).build()); // broken from second 2 on
        team.send(ok(1, 4.0, 100, 200).build()); // median of two is the lower: kept from 5 on
        team.send(ok(2, 20.0, 100, 1500).build());
        team.send(ok(3, 27.0, 100, 1500).build());
        team.send(heartbeat(30, 0, 4).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 22, 27));
    }

    @Test
    void aRequestThatIsNotOkIsWorseThanAnyLimit() {
        team.send(Given.control(objective(MetricName.TTFT, 0.5, 1000).build()));
        team.send(failed(0, 0.0, 10).build());
        team.send(heartbeat(1, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).singleElement().satisfies(breach -> {
            assertThat(breach.getState()).isEqualTo(BreachState.OPENED);
            assertThat(breach.getValue()).isEqualTo(1e9); // more than the limit: a failed request is worse than that
            assertThat(breach.getValueIsLowerBound()).isTrue();
            assertThat(breach.getDescription())
                    .isEqualTo(
                            "p50 of ttft over 10 s is more than 1,000 ms, limit 1,000 ms: 1 of 1 are worse. Of these, 1 failed.");
            assertThat(breach.getEvidence()).isEqualTo(Finality.FINAL);
        });
    }

    @Test
    void tooFewRequestsProveNothing() {
        team.send(Given.control(
                objective(MetricName.E2E, 0.5, 1000).setMinCount(2).build()));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).isEmpty();
    }

    @Test
    void anObjectiveThatComesLateIsLookedAtFromTheStart() {
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 2, 2));
    }

    @Test
    void theEndOfTheRunClosesWhatIsOpenAndTheStepCountsIt() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(2, 0, 1).setClosing(true).build());
        team.send(Given.control(Given.step(0)
                .setEnded(at(2))
                .setMeasureUntil(at(2))
                .setRequestsByLane(Map.of(Given.LANE, 1L))
                .build()));
        team.send(Given.control(
                Given.run().setEnded(at(2)).setStatus(RunStatus.ENDED).build()));
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 2, 2), new Row(BreachState.CLOSED, 2, 2));
        assertThat(team.read(Topic.STEPS, StepResult.class)).last().satisfies(result -> {
            assertThat(result.getFinality()).isEqualTo(Finality.FINAL);
            assertThat(result.getBreaches()).isEqualTo(1);
            assertThat(result.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE); // one request decides nothing
            assertThat(result.getObjectives().get(0).getBad()).isEqualTo(1);
        });
    }

    @Test
    void aBreachOfAProbeSaysThatItsRunIsATrial() {
        Map<String, String> probe = Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE);
        team.send(Given.control(Given.run().setLabels(probe).build()));
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class))
                .singleElement()
                .satisfies(breach -> assertThat(breach.getTrial()).isTrue());
    }

    @Test
    void aBreachSaysWhatMovedWithItAndWhatThatWasBefore() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        for (int second = 1; second <= 74; second++) {
            double waiting = second < 60 ? 1 + second % 2 : 40;
            team.send(sample(second, Map.of("engine.requests.waiting", waiting, "gpu.temp", 60.0 + second % 2))
                    .build());
            team.send(heartbeat(second, 0, 0).build());
            team.pass(Duration.ofSeconds(1));
        }
        team.send(ok(0, 60.0, 100, 1500).build()); // ends in second 61: broken at 62
        team.send(ok(1, 66.5, 100, 3500).build()); // worse at 71
        team.send(heartbeat(75, 0, 2).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).last().satisfies(breach -> {
            assertThat(breach.getCorrelatedSignals()).singleElement().satisfies(signal -> {
                assertThat(signal.getSignal()).isEqualTo("engine.requests.waiting");
                assertThat(signal.getSide()).isEqualTo(MovedSide.SERVER);
                assertThat(signal.getDuring()).isEqualTo(40.0);
            });
            assertThat(breach.getCorrelationSummary())
                    .startsWith("Moved with it: queue length 1.")
                    .endsWith(" -> 40 requests.");
        });
    }

    /** 50 steps a second, of 10 or 11 ms until second 60 and of 80 ms from then on. */
    @Test
    void aBreachNamesWhatOnlyAHistogramOfTheServerShows() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        double stepSeconds = 0;
        for (int second = 1; second <= 74; second++) {
            stepSeconds += 50 * (second < 60 ? 0.010 + 0.001 * (second % 2) : 0.080);
            ServerHistogram steps = new ServerHistogram(
                    List.of(Double.POSITIVE_INFINITY), List.of(50.0 * second), stepSeconds, 50.0 * second);
            team.send(sample(second, Map.of("engine.requests.running", 1.0))
                    .setHistograms(Map.of("engine.itl", steps))
                    .build());
            team.send(heartbeat(second, 0, 0).build());
            team.pass(Duration.ofSeconds(1));
        }
        team.send(ok(0, 60.0, 100, 1500).build());
        team.send(ok(1, 66.5, 100, 3500).build());
        team.send(heartbeat(75, 0, 2).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class))
                .last()
                .satisfies(breach -> assertThat(breach.getCorrelationSummary())
                        .startsWith("Moved with it: time of an engine step 1")
                        .endsWith(" -> 80 ms."));
    }

    /** In flight grow by 4 a second from second 55 on; the page is read a second later than the heartbeat that speaks of the same. */
    @ParameterizedTest
    @ValueSource(ints = {0, 12})
    void whatWeHadAMomentLaterIsNotOfOtherClients(int others) {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        for (int second = 1; second <= 74; second++) {
            int inFlight = second < 55 ? 2 : 2 + 4 * (second - 54);
            double running = inFlight + (second < 55 ? 0 : 4 + others);
            team.send(sample(second, Map.of("engine.requests.running", running)).build());
            team.send(heartbeat(second, 0, 0)
                    .setTarget(Given.TARGET)
                    .setInFlight(inFlight)
                    .build());
            team.pass(Duration.ofSeconds(1));
        }
        team.send(ok(0, 60.0, 100, 1500).build());
        team.send(ok(1, 66.5, 100, 3500).build());
        team.send(heartbeat(75, 0, 2).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class))
                .last()
                .satisfies(breach -> assertThat(breach.getCorrelationSummary().contains("requests of other clients"))
                        .as(breach.getCorrelationSummary())
                        .isEqualTo(others > 0));
    }

    @Test
    void aBreachWithoutATimeBeforeItSaysThatNothingIsKnown() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(3, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).last().satisfies(breach -> {
            assertThat(breach.getCorrelatedSignals()).isEmpty();
            assertThat(breach.getCorrelationSummary())
                    .isEqualTo(
                            "Signals that moved with it are unknown: there was too little time before it for a comparison.");
        });
    }

    @Test
    void aServerThatAcceptsAndAnswersNothingBreachesWithinTwoHeartbeatsOfTheLimit() {
        team.send(Given.control(objective(MetricName.TTFT_DUE, 0.9, 1000).build()));
        for (int second = 1; second <= 4; second++) { // one request at each half second, none is answered
            team.send(waiting(
                            second,
                            LongStream.range(0, second).map(i -> 500 + 1000 * i).toArray())
                    .build());
            team.pass(Duration.ofSeconds(1));
        }
        // the first is 1.5 s old at second 2: of what is decided, all is bad
        assertThat(rows()).first().isEqualTo(new Row(BreachState.OPENED, 2, 2));
    }

    @Test
    void theFinishedOnesDoNotHideThoseThatWait() {
        team.send(Given.control(objective(MetricName.TTFT_DUE, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 200).setTokenBatches(0).build());
        team.send(waiting(1, 600, 700).setRequests(1).build());
        team.send(waiting(2, 1600, 1700).setRequests(1).build());
        team.pass(Duration.ofSeconds(2));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).singleElement().satisfies(breach -> {
            assertThat(breach.getEvidence()).isEqualTo(Finality.FINAL);
            assertThat(breach.getCount()).isEqualTo(3);
            assertThat(breach.getWaiting()).isEqualTo(2);
            assertThat(breach.getValue()).isEqualTo(1.7e9);
            assertThat(breach.getDescription())
                    .isEqualTo("p50 of ttft_due over 10 s is more than 1,700 ms, limit 1,000 ms: 2 of 3 are worse."
                            + " Of these, 2 are still in flight (the longest: 1,700 ms so far).");
        });
    }

    @Test
    void aServerThatStopsInMidStreamBreaches() {
        team.send(Given.control(objective(MetricName.ITL, 0.5, 1000).build()));
        team.send(tokens(0, 0.0, 100, 100, 3).build()); // two gaps of 100 ms, then nothing
        LogHistogram gaps = new LogHistogram();
        gaps.add(nanos(2700), 3); // three streams stand still
        team.send(heartbeat(3, 1, 0)
                .setStep(0)
                .setInFlight(3)
                .setStreamingAges(ByteBuffer.wrap(gaps.encode()))
                .build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 3, 3));
    }

    @Test
    void aStallSeenByALaneAheadOfWhatWasCountedIsProvisionalAndMayBeRetracted() {
        team.send(Given.control(objective(MetricName.TTFT_DUE, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 200).setTokenBatches(0).build());
        team.send(waiting(2, 1600, 1700).setRequests(4).build()); // three of the four have not been counted yet
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).singleElement().satisfies(breach -> {
            assertThat(breach.getState()).isEqualTo(BreachState.OPENED);
            assertThat(breach.getEvidence()).isEqualTo(Finality.PROVISIONAL);
        });
        for (int i = 1; i <= 3; i++) {
            team.send(ok(i, 0.1 * i, 100, 200).setTokenBatches(0).build());
        }
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).singleElement().satisfies(breach -> {
            assertThat(breach.getState()).isEqualTo(BreachState.RETRACTED);
            assertThat(breach.getEvidence()).isEqualTo(Finality.FINAL);
        });
    }

    @Test
    void stepResultsSayWhereObjectivesStand() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.send(heartbeat(3, 0, 0).setStep(0).setInFlight(1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(standing()).isEqualTo(ObjectiveStanding.NO_DATA);
        team.send(ok(0, 3.0, 100, 1500).build());
        team.send(heartbeat(6, 0, 1).setStep(0).build());
        team.pass(Duration.ofSeconds(7));
        assertThat(standing()).isEqualTo(ObjectiveStanding.FIRING);
    }

    @Test
    void anObjectiveThatIsTakenAwayClosesWhatItOpened() {
        ObjectiveState objective = objective(MetricName.E2E, 0.5, 1000).build();
        team.send(Given.control(objective));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(4, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        team.send(Given.control((Object) SloState.newBuilder()
                .setRun(Given.RUN)
                .setObjective(objective)
                .setChanged(at(4))
                .setRemoved(true)
                .build()));
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 2, 2), new Row(BreachState.CLOSED, 2, 4));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theLastRecordOfEachBreachIsTheSameHoweverEventsAreInterleaved(long seed, @TempDir Path otherDir) {
        Map<String, SloBreach> inOrder = lastFinal(team, new Random(seed), false);
        try (TeamDriver other = new TeamDriver(otherDir)) {
            other.send(Given.control(Given.run().build()));
            other.send(Given.control(Given.step(0).build()));
            Map<String, SloBreach> shuffled = lastFinal(other, new Random(seed), true);
            assertThat(inOrder).isNotEmpty();
            assertThat(shuffled).isEqualTo(inOrder);
        }
    }

    /** A minute of requests, most good, some in trouble, with heartbeats that may come seconds before what they announce. */
    private static Map<String, SloBreach> lastFinal(TeamDriver team, Random random, boolean shuffled) {
        team.send(Given.control(objective(MetricName.E2E, 0.8, 1000)
                .setForSeconds(2)
                .setClearSeconds(3)
                .build()));
        List<RequestEvent> requests = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            requests.add(ok(i, 0.5 * i, 100, random.nextInt(i % 40 < 20 ? 800 : 1600))
                    .build());
        }
        requests.sort(Comparator.comparing(
                request -> request.getDue().plusNanos(Objects.requireNonNull(request.getEndNanos()))));
        int sent = 0;
        for (int second = 5; second <= 65; second += 5) {
            Instant until = at(second);
            long through = requests.stream()
                    .filter(request -> request.getDue()
                            .plusNanos(Objects.requireNonNull(request.getEndNanos()))
                            .isBefore(until))
                    .count();
            team.send(heartbeat(second, 0, through).setClosing(second == 65).build());
            int upTo = shuffled ? Math.max(sent, (int) through - random.nextInt(12)) : (int) through;
            List<RequestEvent> batch = new ArrayList<>(requests.subList(sent, second == 65 ? requests.size() : upTo));
            sent = second == 65 ? requests.size() : upTo;
            if (shuffled) {
                Collections.shuffle(batch, random);
            }
            batch.forEach(team::send);
            team.pass(Duration.ofSeconds(shuffled ? 1 + random.nextInt(4) : 5));
        }
        team.send(Given.control(Given.step(0)
                .setEnded(at(65))
                .setRequestsByLane(Map.of(Given.LANE, 120L))
                .build()));
        team.pass(Duration.ofSeconds(2));
        Map<String, SloBreach> last = new TreeMap<>();
        team.read(Topic.BREACHES, SloBreach.class).forEach(breach -> last.put(breach.getBreach(), breach));
        last.values().removeIf(breach -> breach.getState() == BreachState.RETRACTED);
        return last;
    }

    private ObjectiveStanding standing() {
        List<StepResult> results = team.read(Topic.STEPS, StepResult.class);
        return results.get(results.size() - 1).getObjectives().get(0).getStanding();
    }

    private static Heartbeat.Builder waiting(double second, long... agesMillis) {
        LogHistogram ages = new LogHistogram();
        LongStream.of(agesMillis).map(Given::nanos).forEach(ages::add);
        return heartbeat(second, 0, 0)
                .setStep(0)
                .setInFlight(agesMillis.length)
                .setWaitingAges(ByteBuffer.wrap(ages.encode()))
                .setSentAges(ByteBuffer.wrap(ages.encode()));
    }

    private List<Row> rows() {
        return team.read(Topic.BREACHES, SloBreach.class).stream()
                .map(breach -> new Row(breach.getState(), second(breach.getOpened()), second(breach.getUpdated())))
                .toList();
    }

    private static long second(Instant instant) {
        return Duration.between(TeamDriver.EPOCH, instant).toSeconds();
    }
}
