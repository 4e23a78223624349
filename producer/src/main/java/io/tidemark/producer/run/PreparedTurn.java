package io.tidemark.producer.run;

import io.tidemark.producer.client.CallRequest;

/**
 * A request that only lacks its moment and its number.
 *
 * @param turn in its conversation, from 0
 * @param draft the request, without a name
 */
record PreparedTurn(ConversationTrack conversation, int turn, PromptFacts prompt, CallRequest draft) {
    int sizeBytes() {
        return draft.sizeBytes();
    }
}
