package io.tidemark.producer.workload;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What one request asks.
 *
 * @param messages oldest first, the last one is the user's; never empty
 * @param plannedPromptTokens tokens that the messages aim at; empty when nobody planned them
 * @param outputTokens most tokens asked for
 * @param exactOutput whether exactly so many are wanted
 */
public record Prompt(
        List<Message> messages,
        OptionalInt plannedPromptTokens,
        int outputTokens,
        boolean exactOutput,
        String requestClass) {
    public Prompt {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt must have at least one message");
        }
    }

    /** One user's message. */
    public static Prompt of(
            String text, OptionalInt plannedPromptTokens, int outputTokens, boolean exactOutput, String requestClass) {
        return new Prompt(List.of(Message.user(text)), plannedPromptTokens, outputTokens, exactOutput, requestClass);
    }

    /** For an API that takes plain text: the messages' contents, one after the other, an empty line between them. */
    public String text() {
        return messages.stream().map(Message::content).collect(Collectors.joining("\n\n"));
    }
}
