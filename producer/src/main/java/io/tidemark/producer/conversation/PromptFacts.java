package io.tidemark.producer.conversation;

import io.tidemark.producer.workload.PlannedPrompt;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a run remembers of a prompt while its request is in flight: not its text, which is in the request's body already.
 *
 * @param text only where prompts are recorded
 */
public record PromptFacts(
        OptionalInt plannedPromptTokens,
        int plannedCachedTokens,
        int outputTokens,
        boolean exactOutput,
        String requestClass,
        Optional<String> text) {
    public static PromptFacts of(PlannedPrompt prompt, boolean recordText) {
        return new PromptFacts(
                prompt.plannedPromptTokens(),
                prompt.plannedCachedTokens(),
                prompt.outputTokens(),
                prompt.exactOutput(),
                prompt.requestClass(),
                recordText ? Optional.of(prompt.text()) : Optional.empty());
    }
}
