package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureTallyTest {
    /** Due at a second of 2026 and over at once. */
    static RequestEvent.Builder failed(int second, Outcome outcome) {
        TrustedEventClasses.trust();
        return RequestEvent.newBuilder()
                .setRun(RunSpecFixture.RUN)
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(0)
                .setRequest("lane-0-0")
                .setTarget("t")
                .setRequestClass("all")
                .setApiKind(ApiKind.CHAT)
                .setModel("m")
                .setDue(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second))
                .setResponseHeaders(Map.of())
                .setItlSketch(ByteBuffer.allocate(0))
                .setOutcome(outcome)
                .setEndNanos(0L);
    }

    private static RequestEvent tooLong(int tokens) {
        return failed(0, Outcome.HTTP_ERROR)
                .setHttpStatus(400)
                .setErrorType("BadRequestError")
                .setErrorCode("400")
                .setErrorText("This model's maximum is 4096 tokens, you asked for " + tokens)
                .build();
    }

    @Test
    void failuresThatDifferInNumbersOnlyAreOneCauseWithItsFirstText() {
        FailureTally tally = new FailureTally();
        tally.ended(failed(0, Outcome.CONNECTION_RESET)
                .setErrorType("client.reset")
                .setErrorText("Connection reset")
                .build());
        tally.ended(tooLong(5000));
        tally.ended(tooLong(6123));
        tally.ended(failed(0, Outcome.OK).build());
        tally.ended(failed(0, Outcome.DROPPED).build());

        assertThat(tally.causes())
                .extracting(cause -> cause.requests() + " x " + cause.cause().description())
                .containsExactly(
                        "2 x HTTP 400 BadRequestError: This model's maximum is 4096 tokens, you asked for 5000",
                        "1 x connection reset: Connection reset");
    }

    @Test
    void textsWithoutAnEndAreCountedAndNotKept() {
        FailureTally tally = new FailureTally();
        for (int n = 0; n < 10_000; n++) {
            String own = Integer.toString(n, 26).replace('0', 'x').replaceAll("\\d", "y") + "-" + "z".repeat(n % 90);
            tally.ended(failed(0, Outcome.STREAM_ERROR).setErrorText(own).build());
        }

        assertThat(tally.causes()).hasSizeLessThanOrEqualTo(52);
        assertThat(tally.causes().stream()
                        .mapToLong(FailureCause.Counted::requests)
                        .sum())
                .isEqualTo(10_000);
    }

    @Test
    void aLongTextIsCutToItsBeginning() {
        FailureTally tally = new FailureTally();
        tally.ended(failed(0, Outcome.HTTP_ERROR)
                .setHttpStatus(502)
                .setErrorText("e".repeat(900))
                .build());

        assertThat(tally.causes())
                .singleElement()
                .satisfies(cause -> assertThat(cause.cause().text()).hasSize(200));
    }
}
