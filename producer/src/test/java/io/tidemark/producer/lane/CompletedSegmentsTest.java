package io.tidemark.producer.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.conversation.ActiveConversation;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.conversation.PreparedTurn;
import io.tidemark.producer.conversation.PromptFacts;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CompletedSegmentsTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private final CompletedSegments segments = new CompletedSegments();
    private final PublishedRequests handedOver = new PublishedRequests();

    @Test
    void aSegmentIsOverOnceALaterOneHasBegunAndItsLastRequestHasEnded() {
        segments.due(in(0, StepPart.WARM_UP));
        segments.due(in(0, StepPart.MEASURED));
        segments.ended(in(0, StepPart.WARM_UP));
        segments.ended(in(0, StepPart.MEASURED));
        assertThat(segments.completed()).as("more may be due in it").isZero();

        segments.due(in(1, StepPart.MEASURED));
        assertThat(segments.completed()).isEqualTo(1);
    }

    @Test
    void oneThatIsStillInFlightKeepsItsSegmentAndTheLaterOnesOpen() {
        segments.due(in(0, StepPart.MEASURED));
        segments.due(in(1, StepPart.MEASURED));
        segments.ended(in(1, StepPart.MEASURED));
        segments.due(in(2, StepPart.MEASURED));
        assertThat(segments.completed()).isZero();

        segments.ended(in(0, StepPart.MEASURED));
        assertThat(segments.completed()).isEqualTo(2);
    }

    @Test
    void aCoolDownEndsNoSegment() {
        segments.due(in(0, StepPart.MEASURED));
        segments.ended(in(0, StepPart.MEASURED));
        segments.due(in(1, StepPart.COOL_DOWN));
        assertThat(segments.completed()).isZero();
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
        CompletionRequest call = new CompletionRequest("id", ApiKind.CHAT, new byte[0], 6);
        PlannedPrompt prompt = PlannedPrompt.of("", OptionalInt.empty(), 6, true, "all");
        PreparedTurn turn = new PreparedTurn(
                new ActiveConversation(Conversation.of(prompt)), 0, PromptFacts.of(prompt, false), call);
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
