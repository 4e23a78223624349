package io.tidemark.producer.run;

import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.client.RequestBody;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.workload.Prompt;
import io.tidemark.producer.workload.Workload;

/** Makes requests ready off the lane's loop, so that their texts cost no measured time. Not thread-safe. */
final class TurnMaker {
    private final RunSpec spec;
    private final Workload workload;
    private final RequestBody bodies;

    TurnMaker(RunSpec spec, Workload workload) {
        this.spec = spec;
        this.workload = workload;
        this.bodies = new RequestBody(
                spec.plan().api(), spec.target().model(), spec.plan().request());
    }

    /** The first turn of the workload's next conversation. */
    PreparedTurn first() {
        return next(new ConversationTrack(workload.next()));
    }

    /** The turn that a conversation is at. */
    PreparedTurn next(ConversationTrack conversation) {
        Prompt prompt = conversation.prompt();
        byte[] body = bodies.bytes(new RequestBody.Ask(prompt.messages(), prompt.outputTokens(), prompt.exactOutput()));
        CallRequest draft = new CallRequest("", spec.plan().api(), body, expected(prompt));
        // An answer's text is kept only where a turn follows that resends it.
        return new PreparedTurn(
                conversation,
                conversation.turn(),
                PromptFacts.of(prompt, spec.recordText()),
                conversation.goesOn() ? draft.keepingContent() : draft);
    }

    private CallRequest.Expected expected(Prompt prompt) {
        RequestPlan request = spec.plan().request();
        return new CallRequest.Expected(request.stream(), prompt.outputTokens(), request.choices());
    }
}
