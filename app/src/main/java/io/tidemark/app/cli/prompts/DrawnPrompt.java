package io.tidemark.app.cli.prompts;

import io.tidemark.producer.workload.PlannedPrompt;

/**
 * A prompt that would be sent.
 *
 * @param conversation in its step, from 0
 * @param turn from 0
 * @param turns of its conversation
 */
record DrawnPrompt(int conversation, int turn, int turns, PlannedPrompt prompt) {
    int promptTokens() {
        return prompt.plannedPromptTokens().orElse(0);
    }
}
