package io.tidemark.producer.openai;

/** One message of a chat. {@code role} is {@code system}, {@code user} or {@code assistant}. */
public record ChatMessage(String role, String content) {
    public static ChatMessage user(String content) {
        return new ChatMessage("user", content);
    }

    public static ChatMessage assistant(String content) {
        return new ChatMessage("assistant", content);
    }
}
