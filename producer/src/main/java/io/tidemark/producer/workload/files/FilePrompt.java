package io.tidemark.producer.workload.files;

import io.tidemark.producer.openai.ChatMessage;
import java.util.List;
import java.util.OptionalInt;

/**
 * A prompt as a file holds it.
 *
 * @param opening what is asked first; the last message is the user's
 * @param followUps what the user says after each answer, if the whole conversation is asked
 * @param outputTokens most tokens of the first answer, if the file says so
 * @param category what the file itself calls it; empty if it does not
 */
public record FilePrompt(List<ChatMessage> opening, List<String> followUps, OptionalInt outputTokens, String category) {
    public FilePrompt {
        opening = List.copyOf(opening);
        followUps = List.copyOf(followUps);
        if (opening.isEmpty()) {
            throw new IllegalArgumentException("a prompt must have at least one message");
        }
    }

    static FilePrompt of(String text) {
        return new FilePrompt(List.of(ChatMessage.user(text)), List.of(), OptionalInt.empty(), "");
    }

    FilePrompt withFollowUps(List<String> more) {
        return new FilePrompt(opening, more, outputTokens, category);
    }

    FilePrompt withOutputTokens(int tokens) {
        return new FilePrompt(opening, followUps, OptionalInt.of(tokens), category);
    }

    FilePrompt withCategory(String name) {
        return new FilePrompt(opening, followUps, outputTokens, name);
    }
}
