package io.tidemark.app.prompts;

import io.tidemark.producer.workload.Prompt;

/**
 * A prompt that would be sent.
 *
 * @param conversation in its step, from 0
 * @param turn from 0
 * @param turns of its conversation
 */
record AskedPrompt(int conversation, int turn, int turns, Prompt prompt) {
    int promptTokens() {
        return prompt.plannedPromptTokens().orElse(0);
    }
}
