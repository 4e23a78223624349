package io.tidemark.producer.workload;

/** One message of a chat. {@code role} is {@code system}, {@code user} or {@code assistant}. */
public record Message(String role, String content) {
    public static Message user(String content) {
        return new Message("user", content);
    }

    public static Message assistant(String content) {
        return new Message("assistant", content);
    }
}
