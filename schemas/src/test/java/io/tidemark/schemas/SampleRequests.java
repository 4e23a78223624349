package io.tidemark.schemas;

import io.tidemark.events.ApiKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import java.time.Instant;

/** Requests as they are in life. */
public final class SampleRequests {
    private SampleRequests() {}

    /** Due at second 100; sent 2 ms later; first token at 52 ms; 11 tokens until 252 ms. */
    public static RequestEvent.Builder ok() {
        return RequestEvent.newBuilder()
                .setRun("01JD8Z6K3M5TQX9V2R7C0WHB4N")
                .setStep(0)
                .setLane("lane-1")
                .setLaneSeq(7)
                .setRequest("lane-1-7")
                .setTarget("default")
                .setApiKind(ApiKind.CHAT)
                .setPart(StepPart.MEASURED)
                .setModel("m")
                .setDue(Instant.ofEpochSecond(100))
                .setSentNanos(2_000_000L)
                .setFirstByteNanos(50_000_000L)
                .setFirstRoleNanos(50_000_000L)
                .setFirstContentNanos(52_000_000L)
                .setFirstTokenNanos(52_000_000L)
                .setLastTokenNanos(252_000_000L)
                .setEndNanos(253_000_000L)
                .setOutcome(Outcome.OK)
                .setFinishReason(FinishReason.LENGTH)
                .setTokenSource(TokenSource.USAGE)
                .setOutputTokens(11);
    }
}
