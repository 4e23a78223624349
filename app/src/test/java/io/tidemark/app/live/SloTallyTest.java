package io.tidemark.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SloTallyTest {
    private static final long MILLI = 1_000_000;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static SloTally tally(String... objectives) {
        return new SloTally(Stream.of(objectives).map(ObjectiveSyntax::parse).toList(), RequestObserver.none());
    }

    private static RequestEvent.Builder request(Outcome outcome) {
        return RequestEvent.newBuilder()
                .setRun("R")
                .setStep(0)
                .setLane("lane")
                .setLaneSeq(0)
                .setRequest("lane-0")
                .setTarget("t")
                .setModel("m")
                .setPart(StepPart.MEASURED)
                .setOutcome(outcome)
                .setDue(Instant.EPOCH);
    }

    private static RequestEvent ok(long ttftMillis) {
        return request(Outcome.OK)
                .setSentNanos(0L)
                .setFirstTokenNanos(ttftMillis * MILLI)
                .setLastTokenNanos((ttftMillis + 1) * MILLI)
                .setOutputTokens(2)
                .build();
    }

    private static List<String> shown(SloTally tally) {
        return tally.values().stream().map(SloValue::format).toList();
    }

    @Test
    void aFigureOfWhichNothingCanBeSaidIsNotShown() {
        SloTally tally = tally("ttft p95 < 500ms over 10s", "errors < 2%");
        RequestEvent unread =
                RequestEvent.newBuilder(ok(80)).setUnreadOutput(true).build();
        Stream.of(ok(80), unread, unread).forEach(tally::requestEnded);

        assertThat(shown(tally)).containsExactly("ttft p95 < 500ms: not known", "errors < 2%: 0 %");
    }

    /** The result of the step withholds the first two verdicts; the third rests on no count of tokens. */
    @Test
    void whatIsNotJudgedIsNotBrokenEither() {
        SloTally tally = tally("tpot p95 < 1us", "good(ttft <= 1s, tpot <= 1us) >= 90%", "good(e2e <= 1us) >= 90%");
        RequestEvent fewTokens =
                RequestEvent.newBuilder(ok(80)).setChunkCount(40).build();
        Stream.of(fewTokens, fewTokens).forEach(tally::requestEnded);

        assertThat(shown(tally))
                .containsExactly(
                        "tpot p95 < 1us: not known",
                        "good(tpot <= 1us, ttft <= 1s) >= 90%: not known",
                        "good(e2e <= 1us) >= 90%: 0 % BROKEN");
    }

    @Test
    void anObjectiveIsWrittenAsInThePlan() {
        assertThat(shown(tally("ttft_due p95 < 2s over 10s for 5s clear_at 50% flapping off")))
                .containsExactly("ttft_due p95 < 2s: -");
    }

    @Test
    void anObjectiveWithANameOfItsOwnHasItsLimitBesideIt() {
        ObjectiveState named = ObjectiveSyntax.parseNamed("first-token", ObjectiveSyntax.parse("ttft_due p95 < 2s"));
        SloTally tally = new SloTally(List.of(named), RequestObserver.none());

        assertThat(shown(tally)).containsExactly("first-token (limit 2,000 ms): -");
    }

    @Test
    void beforeARequestEndsThereIsNoValue() {
        assertThat(shown(tally("ttft_due p95 < 500ms over 10s", "errors < 2%")))
                .containsExactly("ttft_due p95 < 500ms: -", "errors < 2%: -");
    }

    /** Of 100, 200, 300 and 400 ms the median is the second, p95 the fourth: ceil(0.95 * 4) = 4. */
    @Test
    void eachObjectiveHasItsOwnQuantileBesideItsLimit() {
        SloTally tally = tally("ttft_due p50 < 250ms", "ttft_due p95 < 250ms", "errors < 2%");

        List.of(400L, 100L, 300L, 200L).forEach(millis -> tally.requestEnded(ok(millis)));

        assertThat(tally.values().get(0).value().orElseThrow()).isBetween(198e6, 202e6);
        assertThat(tally.values().get(1).value().orElseThrow()).isBetween(396e6, 404e6);
        assertThat(shown(tally).get(0)).endsWith(" ms");
        assertThat(shown(tally).get(1)).contains(": about ").endsWith(" ms BROKEN");
        assertThat(shown(tally).get(2)).isEqualTo("errors < 2%: 0 %");
    }

    /** One of four: 25 %; p50 is the second of three that are ok, p95 is the fourth, which is not. */
    @Test
    void aRequestThatIsNotOkIsSlowerThanAnyOther() {
        SloTally tally =
                tally("ttft_due p50 < 250ms", "ttft_due p95 < 250ms", "errors < 30%", "good(ttft <= 1s) >= 90%");

        List.of(100L, 200L, 300L).forEach(millis -> tally.requestEnded(ok(millis)));
        tally.requestEnded(request(Outcome.HTTP_ERROR).build());

        assertThat(tally.values().get(0).value().orElseThrow()).isBetween(198e6, 202e6);
        assertThat(shown(tally).subList(1, 4))
                .containsExactly(
                        "ttft_due p95 < 250ms: not reached, too many errors BROKEN",
                        "errors < 30%: 25 %",
                        "good(ttft <= 1s) >= 90%: 75 % BROKEN");
    }

    @Test
    void warmUpAndOtherClassesAreLeftOut() {
        SloTally tally = tally("errors < 2%", "errors < 2% class chat");

        tally.requestEnded(request(Outcome.HTTP_ERROR).setPart(StepPart.WARM_UP).build());
        tally.requestEnded(ok(1));

        assertThat(shown(tally)).containsExactly("errors < 2%: 0 %", "errors < 2% class chat: -");
    }

    /** Ten gaps of 10 ms and one of 90 ms in one answer: p50 is 10 ms, p99 is 90 ms. */
    @Test
    void gapsBetweenTokensComeFromTheSketchOfEachRequest() {
        LogHistogram gaps = new LogHistogram();
        gaps.add(10 * MILLI, 10);
        gaps.add(90 * MILLI);
        SloTally tally = tally("itl p50 < 50ms", "itl p99 < 50ms");

        tally.requestEnded(
                request(Outcome.OK).setItlSketch(ByteBuffer.wrap(gaps.encode())).build());

        assertThat(tally.values().get(0).value().orElseThrow()).isBetween(9.9e6, 10.1e6);
        assertThat(tally.values().get(1).value().orElseThrow()).isBetween(89e6, 91e6);
    }

    @Test
    void aStepBeginsWithoutTheValuesOfTheOneBefore() {
        SloTally tally = tally("errors < 2%");
        tally.requestEnded(ok(1));

        tally.stepStarted(1, 0);

        assertThat(shown(tally)).containsExactly("errors < 2%: -");
    }
}
