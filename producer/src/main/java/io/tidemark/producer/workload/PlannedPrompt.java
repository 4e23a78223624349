package io.tidemark.producer.workload;

import io.tidemark.producer.openai.ChatMessage;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What one request asks.
 *
 * @param messages oldest first, the last one is the user's; never empty
 * @param plannedPromptTokens tokens that the messages aim at; empty when they were not planned
 * @param plannedCachedTokens of these, how many earlier prompts of the step began with too, so that a prefix cache may hold them
 * @param outputTokens most tokens asked for
 * @param exactOutput whether exactly so many are wanted
 */
public record PlannedPrompt(
        List<ChatMessage> messages,
        OptionalInt plannedPromptTokens,
        int plannedCachedTokens,
        int outputTokens,
        boolean exactOutput,
        String requestClass) {
    public PlannedPrompt {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt must have at least one message");
        }
    }

    /** A prompt of which nothing is expected in a cache. */
    public PlannedPrompt(
            List<ChatMessage> messages,
            OptionalInt plannedPromptTokens,
            int outputTokens,
            boolean exactOutput,
            String requestClass) {
        this(messages, plannedPromptTokens, 0, outputTokens, exactOutput, requestClass);
    }

    /** One user's message. */
    public static PlannedPrompt of(
            String text, OptionalInt plannedPromptTokens, int outputTokens, boolean exactOutput, String requestClass) {
        return new PlannedPrompt(
                List.of(ChatMessage.user(text)), plannedPromptTokens, outputTokens, exactOutput, requestClass);
    }

    /** For an API that takes plain text: the messages' contents, one after the other, an empty line between them. */
    public String text() {
        return messages.stream().map(ChatMessage::content).collect(Collectors.joining("\n\n"));
    }
}
