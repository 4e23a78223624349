package io.tidemark.producer.conversation;

import io.tidemark.producer.openai.CompletionBody;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.producer.workload.Workload;

/** Makes requests ready off the lane's loop, so that their texts cost no measured time. Not thread-safe. */
public final class PreparedTurnFactory {
    private final RunSpec spec;
    private final Workload workload;
    private final CompletionBody bodies;

    public PreparedTurnFactory(RunSpec spec, Workload workload) {
        this.spec = spec;
        this.workload = workload;
        this.bodies = new CompletionBody(
                spec.plan().api(), spec.target().model(), spec.plan().request());
    }

    /** The first turn of the workload's next conversation. */
    public PreparedTurn first() {
        return next(new ActiveConversation(workload.next()));
    }

    /** The turn that a conversation is at. */
    PreparedTurn next(ActiveConversation conversation) {
        PlannedPrompt prompt = conversation.prompt();
        byte[] body = bodies.bytes(
                new CompletionBody.Parameters(prompt.messages(), prompt.outputTokens(), prompt.exactOutput()));
        CompletionRequest draft = new CompletionRequest("", spec.plan().api(), body, expected(prompt));
        // An answer's text is kept only where a turn follows that resends it.
        return new PreparedTurn(
                conversation,
                conversation.turn(),
                PromptFacts.of(prompt, spec.recordText()),
                conversation.hasNextTurn() ? draft.withKeptContent() : draft);
    }

    private CompletionRequest.Expected expected(PlannedPrompt prompt) {
        RequestPlan request = spec.plan().request();
        return new CompletionRequest.Expected(request.stream(), prompt.outputTokens(), request.choices());
    }
}
