package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.Prompt;
import io.tidemark.schemas.serde.TrustedEvents;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OpenSegmentsTest {
    @BeforeAll
    static void trust() {
        TrustedEvents.trust();
    }

    private final OpenSegments segments = new OpenSegments();
    private final HandedOver handedOver = new HandedOver();

    @Test
    void aSegmentIsOverOnceALaterOneHasBegunAndItsLastRequestHasEnded() {
        segments.due(in(0, StepPart.WARM_UP));
        segments.due(in(0, StepPart.MEASURED));
        segments.ended(in(0, StepPart.WARM_UP));
        segments.ended(in(0, StepPart.MEASURED));
        assertThat(segments.over()).as("more may be due in it").isZero();

        segments.due(in(1, StepPart.MEASURED));
        assertThat(segments.over()).isEqualTo(1);
    }

    @Test
    void oneThatIsStillInFlightKeepsItsSegmentAndTheLaterOnesOpen() {
        segments.due(in(0, StepPart.MEASURED));
        segments.due(in(1, StepPart.MEASURED));
        segments.ended(in(1, StepPart.MEASURED));
        segments.due(in(2, StepPart.MEASURED));
        assertThat(segments.over()).isZero();

        segments.ended(in(0, StepPart.MEASURED));
        assertThat(segments.over()).isEqualTo(2);
    }

    @Test
    void aCoolDownEndsNoSegment() {
        segments.due(in(0, StepPart.MEASURED));
        segments.ended(in(0, StepPart.MEASURED));
        segments.due(in(1, StepPart.COOL_DOWN));
        assertThat(segments.over()).isZero();
    }

    @Test
    void requestsAreCountedBySegmentAsTheyAreHandedOver() {
        handedOver.add(event(0, 0));
        handedOver.add(event(0, 1));
        handedOver.add(event(0, 0));
        assertThat(handedOver.dueBefore(0, 1)).isEqualTo(2);
        assertThat(handedOver.dueBefore(0, 2)).isEqualTo(3);

        handedOver.add(event(1, 0));
        assertThat(handedOver.dueBefore(0, 2)).as("a step that is over").isZero();
        assertThat(handedOver.dueBefore(1, 1)).isEqualTo(1);
        assertThat(handedOver.requests()).isEqualTo(4);
    }

    private static PlannedRequest in(int segment, StepPart part) {
        CallRequest call = new CallRequest("id", ApiKind.CHAT, new byte[0], 6);
        Prompt prompt = Prompt.of("", OptionalInt.empty(), 6, true, "all");
        PreparedTurn turn = new PreparedTurn(
                new ConversationTrack(Conversation.of(prompt)), 0, PromptFacts.of(prompt, false), call);
        return new PlannedRequest(0, 0, part, segment, 0, turn, call);
    }

    private static RequestEvent event(int step, int segment) {
        return RequestEvent.newBuilder()
                .setRun("run")
                .setStep(step)
                .setLane("lane")
                .setLaneSeq(0)
                .setRequest("request")
                .setTarget("default")
                .setModel("m")
                .setDue(Instant.EPOCH)
                .setSegment(segment)
                .build();
    }
}
