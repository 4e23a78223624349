package io.tidemark.streams;

import static io.tidemark.streams.Given.LANE;
import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.control;
import static io.tidemark.streams.Given.failed;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.nanos;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.sample;
import static io.tidemark.streams.Given.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepResult;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step of 25 s in segments of 10 s: [0, 10), [10, 20), [20, 25). */
final class SegmentsTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
        team.send(control(run().build()));
        team.send(control(objective(MetricName.E2E, 0.5, 1_000).build()));
        team.send(control(
                step(0).setSegmentNanos(nanos(10_000)).setMeasureUntil(at(25)).build()));
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void aRequestIsInTheSegmentThatItWasDueInWhereverItEnds() {
        team.send(due(0, 1, 0, 100));
        team.send(due(1, 9, 0, 5_000)); // ends at 14 s, in the time of the next segment
        team.send(due(2, 11, 1, 200));
        team.send(beat(12, 2, 0, 0));
        team.pass(Duration.ofSeconds(2));
        assertThat(finals()).as("one of the first segment is still to come").isEmpty();

        team.send(beat(16, 3, 1, 2));
        team.pass(Duration.ofSeconds(2));
        assertThat(finals()).singleElement().satisfies(result -> {
            assertThat(result.getSegment()).isZero();
            assertThat(result.getMeasureFrom()).isEqualTo(at(0));
            assertThat(result.getMeasureUntil()).isEqualTo(at(10));
            assertThat(result.getDue()).isEqualTo(2);
            assertThat(metric(result, MetricName.E2E).getP50Nanos()).isEqualTo(nanos(100));
            assertThat(metric(result, MetricName.E2E).getMaxNanos()).isEqualTo(nanos(5_000));
        });
        assertThat(keys()).containsOnly(Given.RUN + "/0", Given.RUN + "/0/0", Given.RUN + "/0/1");
    }

    @Test
    void whatIsAnnouncedMustHaveBeenCounted() {
        team.send(due(0, 1, 0, 100));
        team.send(due(2, 11, 1, 200));
        team.send(beat(12, 3, 1, 2)); // the second of the first segment is on its way
        team.pass(Duration.ofSeconds(2));
        assertThat(finals()).isEmpty();

        team.send(due(1, 8, 0, 300));
        team.pass(Duration.ofSeconds(2));
        assertThat(finals())
                .singleElement()
                .satisfies(result -> assertThat(result.getDue()).isEqualTo(2));
    }

    @Test
    void theLastSegmentsAreFinalWithTheStepAndTogetherTheyAreTheStep() {
        team.send(due(0, 1, 0, 100));
        team.send(due(1, 12, 1, 2_000));
        team.send(due(2, 13, 1, 2_000));
        team.send(failed(3, 24, 500).setSegment(2).build());
        team.send(beat(26, 4, 2, 3));
        team.send(control(step(0).setSegmentNanos(nanos(10_000))
                .setMeasureUntil(at(25))
                .setEnded(at(25))
                .setRequestsByLane(Map.of(LANE, 4L))
                .build()));
        team.send(heartbeat(30, 0, 4).setClosing(true).build());
        team.pass(Duration.ofSeconds(12));

        assertThat(last(finals()))
                .extracting(StepResult::getSegment, StepResult::getDue, StepResult::getOk, StepResult::getVerdict)
                .containsExactly(2, 1L, 0L, Verdict.INCONCLUSIVE);
        assertThat(last(finals()).getMeasureUntil()).isEqualTo(at(25));
        StepResult whole = results().stream()
                .filter(result -> result.getSegment() == null && result.getFinality() == Finality.FINAL)
                .reduce((before, after) -> after)
                .orElseThrow();
        assertThat(whole.getDue()).isEqualTo(4);
        for (MetricName name : List.of(MetricName.E2E, MetricName.ITL)) {
            assertThat(sketch(metric(whole, name)))
                    .isEqualTo(finals().stream()
                            .filter(result -> has(result, name))
                            .map(result -> sketch(metric(result, name)))
                            .reduce((sum, next) -> {
                                sum.merge(next);
                                return sum;
                            })
                            .orElseThrow());
        }
    }

    @Test
    void aStepOfOneSegmentHasNoResultBesideItsOwn() {
        team.send(due(0, 1, 0, 100));
        team.send(beat(26, 1, 0, 0));
        team.pass(Duration.ofSeconds(6));
        assertThat(keys()).containsOnly(Given.RUN + "/0");
    }

    @Test
    void goodRequestsAreCountedInEachSegmentWithObjectivesThatWereThereBeforeTheFirst() {
        ObjectiveState good = ObjectiveState.newBuilder()
                .setName("good")
                .setKind(ObjectiveKind.GOOD_RATIO)
                .setGoodLimitsNanos(Map.of("E2E", nanos(1_000)))
                .setMaxBadRatio(0.1)
                .build();
        team.send(control(good));
        team.send(due(0, 1, 0, 100));
        team.send(due(1, 2, 0, 2_000));
        team.send(due(2, 11, 1, 200));
        team.send(beat(16, 3, 1, 2));
        team.pass(Duration.ofSeconds(2));

        assertThat(finals())
                .singleElement()
                .satisfies(first -> assertThat(first.getObjectives())
                        .filteredOn(result -> result.getObjective().equals("good"))
                        .singleElement()
                        .extracting(ObjectiveResult::getBad, ObjectiveResult::getCount)
                        .containsExactly(1L, 2L));
    }

    @Test
    void aSegmentThatIsFinalIsNotToldAgainWithEachScrapeOfALaterOne() {
        team.send(due(0, 1, 0, 100));
        team.send(due(1, 11, 1, 200));
        team.send(sample(2, Map.of()).build());
        team.send(beat(12, 2, 1, 1));
        for (int second = 9; second < 25; second++) {
            team.send(sample(second + 0.5, Map.of("vllm:num_requests_waiting", (double) second))
                    .build());
            team.pass(Duration.ofSeconds(1));
        }
        assertThat(finals())
                .singleElement()
                .satisfies(result -> assertThat(result.getSegment()).isZero());
        team.send(sample(5, Map.of("vllm:num_requests_waiting", 100.0)).build()); // of its own time, late
        team.pass(Duration.ofSeconds(1));
        assertThat(finals()).hasSize(2);
    }

    @Test
    void aRequestOfASegmentThatIsGoneIsInTheStepsResultWhichSaysSo() {
        team.send(due(0, 1, 0, 100));
        team.send(control(step(0).setSegmentNanos(nanos(10_000)).build())); // without an end
        for (int second = 12; second < 800; second += 10) {
            team.send(due(second, second, second / 10, 100));
            team.send(beat(second + 8, 1 + second / 10, second / 10, second / 10));
            team.pass(Duration.ofSeconds(10));
        }
        team.send(due(1, 2, 0, 100));
        team.pass(Duration.ofSeconds(6));
        assertThat(last(results().stream()
                        .filter(result -> result.getSegment() == null)
                        .toList()))
                .satisfies(result -> assertThat(result.getDue()).isEqualTo(81))
                .satisfies(
                        result -> assertThat(result.getFlags())
                                .contains(
                                        "1 requests are in no segment's result: their segment had expired, or too many were open"));
        assertThat(finals().stream().filter(result -> result.getSegment() == 0).map(StepResult::getDue))
                .containsOnly(1L);
    }

    /** 24 tokens, one each 20 ms, or all at once at the end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSegmentWhoseAnswersAreHeldBackHasNoVerdictOnTpotBeforeItsStepEnds(boolean isHeldBack) {
        team.send(control(objective(MetricName.TPOT, 0.5, 50).build()));
        LogHistogram gaps = new LogHistogram();
        gaps.add(isHeldBack ? 0 : nanos(20), 23);
        for (int request = 0; request < 60; request++) {
            team.send(ok(request, 0.1 * request, isHeldBack ? 580 : 120, isHeldBack ? 0 : 460)
                    .setStreaming(true)
                    .setTokenSource(TokenSource.USAGE)
                    .setOutputTokens(24)
                    .setChunkCount(24)
                    .setItlSketch(ByteBuffer.wrap(gaps.encode()))
                    .build());
        }
        team.send(due(60, 11, 1, 200));
        team.send(beat(16, 61, 1, 60));
        team.pass(Duration.ofSeconds(2));

        StepResult first = last(finals());
        assertThat(first.getSegment()).isZero();
        ObjectiveResult tpot = first.getObjectives().stream()
                .filter(result -> result.getObjective().startsWith("TPOT"))
                .findFirst()
                .orElseThrow();
        assertThat(tpot.getShortRun().getVerdict()).isEqualTo(isHeldBack ? Verdict.INCONCLUSIVE : Verdict.PASS);
        if (isHeldBack) {
            assertThat(tpot.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(tpot.getShortRun().getReason()).contains("60 of 60; a proxy or the server holds them back");
            assertThat(FigureDoubt.unfitMetrics(first.getFlags())).contains(Metric.TPOT);
        } else {
            assertThat(FigureDoubt.unfitMetrics(first.getFlags())).isEmpty();
        }
    }

    /** Two of 20 answers that the server counted are contradicted by their chunks; 40 that it did not count cannot be. */
    @Test
    void aDoubtIsCountedAmongTheAnswersThatCouldShowIt() {
        LogHistogram gaps = new LogHistogram();
        gaps.add(nanos(20), 23);
        for (int request = 0; request < 60; request++) {
            boolean isCounted = request < 20;
            team.send(ok(request, 0.1 * request, 120, 460)
                    .setTokenSource(isCounted ? TokenSource.USAGE : TokenSource.CHUNK_ESTIMATE)
                    .setOutputTokens(request < 2 ? 4 : 24)
                    .setChunkCount(24)
                    .setItlSketch(ByteBuffer.wrap(gaps.encode()))
                    .build());
        }
        team.send(due(60, 11, 1, 200));
        team.send(beat(16, 61, 1, 60));
        team.pass(Duration.ofSeconds(2));

        StepResult first = last(finals());
        assertThat(first.getFlags()).anyMatch(flag -> flag.contains("2 of 20; the usage is wrong"));
        assertThat(FigureDoubt.unfitMetrics(first.getFlags())).containsExactly(Metric.TPOT);
    }

    @Test
    void aSegmentWhoseAnswersWereNotReadInFullHasNoVerdictOnTtft() {
        team.send(control(objective(MetricName.TTFT, 0.5, 1_000).build()));
        for (int request = 0; request < 60; request++) {
            team.send(ok(request, 0.1 * request, 120, 460).setUnreadOutput(true).build());
        }
        team.send(due(60, 11, 1, 200));
        team.send(beat(16, 61, 1, 60));
        team.pass(Duration.ofSeconds(2));

        StepResult first = last(finals());
        assertThat(FigureDoubt.unfitMetrics(first.getFlags()))
                .containsExactlyInAnyOrder(Metric.TTFT, Metric.TTFT_DUE, Metric.TPOT);
        assertThat(first.getObjectives())
                .filteredOn(result -> result.getObjective().startsWith("TTFT"))
                .singleElement()
                .satisfies(ttft -> assertThat(ttft.getShortRun().getReason()).contains("not read: 60 of 60"));
    }

    /** 24 tokens asked for exactly: 7 of each are the lighter load that passes by itself, 23 are no doubt. */
    @ParameterizedTest
    @ValueSource(ints = {7, 23})
    void aSegmentWhoseAnswersAreShorterThanAskedForDoesNotPassBeforeItsStepEnds(int tokens) {
        team.send(control(objective(MetricName.E2E, 0.5, 1_000).build()));
        for (int request = 0; request < 60; request++) {
            team.send(ok(request, 0.1 * request, 120, 460)
                    .setTokenSource(TokenSource.USAGE)
                    .setPlannedOutputTokens(24)
                    .setExactOutput(true)
                    .setOutputTokens(tokens)
                    .build());
        }
        team.send(due(60, 11, 1, 200));
        team.send(beat(16, 61, 1, 60));
        team.pass(Duration.ofSeconds(2));

        ObjectiveResult e2e = last(finals()).getObjectives().stream()
                .filter(result -> result.getObjective().startsWith("E2E"))
                .findFirst()
                .orElseThrow();
        assertThat(e2e.getShortRun().getVerdict()).isEqualTo(tokens == 7 ? Verdict.INCONCLUSIVE : Verdict.PASS);
        if (tokens == 7) {
            assertThat(e2e.getShortRun().getReason())
                    .startsWith("output tokens of exact_output that are missing: 1,020 of 1,440; ");
        }
    }

    private static RequestEvent due(long number, double second, int segment, long e2eMillis) {
        LogHistogram gaps = new LogHistogram();
        gaps.add(nanos(10 + segment));
        return ok(number, second, 50, e2eMillis - 50)
                .setSegment(segment)
                .setItlSketch(ByteBuffer.wrap(gaps.encode()))
                .build();
    }

    private static Heartbeat beat(double second, long requests, int segmentsOver, long segmentRequests) {
        return heartbeat(second, 0, requests)
                .setStep(0)
                .setSegmentsOver(segmentsOver)
                .setSegmentRequests(segmentRequests)
                .build();
    }

    private List<StepResult> results() {
        return team.seen(Topic.STEPS, StepResult.class);
    }

    private List<String> keys() {
        results();
        return team.seenKeys(Topic.STEPS);
    }

    private List<StepResult> finals() {
        return results().stream()
                .filter(result -> result.getSegment() != null && result.getFinality() == Finality.FINAL)
                .toList();
    }

    private static StepResult last(List<StepResult> results) {
        return results.get(results.size() - 1);
    }

    private static boolean has(StepResult result, MetricName name) {
        return result.getMetrics().stream().anyMatch(metric -> metric.getMetric() == name);
    }

    private static MetricResult metric(StepResult result, MetricName name) {
        return result.getMetrics().stream()
                .filter(metric -> metric.getMetric() == name)
                .findFirst()
                .orElseThrow();
    }

    private static LogHistogram sketch(MetricResult metric) {
        byte[] bytes = new byte[metric.getSketch().remaining()];
        Objects.requireNonNull(metric.getSketch()).duplicate().get(bytes);
        return LogHistogram.decode(bytes);
    }
}
