package io.tidemark.producer.conversation;

import io.tidemark.producer.openai.CompletionRequest;

/**
 * A request that only lacks its moment and its number.
 *
 * @param turn in its conversation, from 0
 * @param draft the request, without a name
 */
public record PreparedTurn(ActiveConversation conversation, int turn, PromptFacts prompt, CompletionRequest draft) {
    int sizeBytes() {
        return draft.sizeBytes();
    }
}
