package io.tidemark.producer.conversation;

import io.tidemark.producer.openai.CompletionBody;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.producer.workload.Workload;
import java.util.List;

/** Makes requests ready off the lane's loop, so that their texts cost no measured time. Not thread-safe. */
public final class PreparedTurnFactory {
    private final RunSpec spec;
    private final Workload workload;
    private final TargetAssignment targets;
    /** Of the targets, in their order: each asks for its own model. */
    private final List<CompletionBody> bodies;

    private long begun;

    /** All to the first target. */
    public PreparedTurnFactory(RunSpec spec, Workload workload) {
        this(spec, workload, TargetAssignment.only(0));
    }

    public PreparedTurnFactory(RunSpec spec, Workload workload, TargetAssignment targets) {
        this.spec = spec;
        this.workload = workload;
        this.targets = targets;
        this.bodies = spec.targets().plans().stream()
                .map(target -> new CompletionBody(
                        spec.plan().api(), target.model(), spec.plan().request()))
                .toList();
    }

    /** The first turn of the workload's next conversation. */
    public PreparedTurn first() {
        return next(new ActiveConversation(workload.next(), begun++));
    }

    /** The turn that a conversation is at. */
    PreparedTurn next(ActiveConversation conversation) {
        PlannedPrompt prompt = conversation.prompt();
        int target = targets.target(conversation.number(), conversation.turn());
        byte[] body = bodies.get(target)
                .bytes(new CompletionBody.Parameters(prompt.messages(), prompt.outputTokens(), prompt.exactOutput()));
        CompletionRequest draft = new CompletionRequest("", spec.plan().api(), body, expected(prompt));
        // An answer's text is kept only where a turn follows that resends it.
        return new PreparedTurn(
                conversation,
                conversation.turn(),
                target,
                PromptFacts.of(prompt, spec.recordText()),
                conversation.hasNextTurn() ? draft.withKeptContent() : draft);
    }

    private CompletionRequest.Expected expected(PlannedPrompt prompt) {
        RequestPlan request = spec.plan().request();
        return new CompletionRequest.Expected(request.stream(), prompt.outputTokens(), request.choices());
    }
}
