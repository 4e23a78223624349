package io.tidemark.producer.conversation;

import io.tidemark.producer.openai.CompletionRequest;

/**
 * A request that only lacks its moment and its number.
 *
 * @param turn in its conversation, from 0
 * @param target that it goes to: its place in the order of the run's targets, from 0
 * @param draft the request, without a name
 */
public record PreparedTurn(
        ActiveConversation conversation, int turn, int target, PromptFacts prompt, CompletionRequest draft) {
    /** To the first target. */
    public PreparedTurn(ActiveConversation conversation, int turn, PromptFacts prompt, CompletionRequest draft) {
        this(conversation, turn, 0, prompt, draft);
    }

    int sizeBytes() {
        return draft.sizeBytes();
    }
}
