package io.tidemark.simulator.text;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Lays out a conversation as tokens: each message costs its words plus a token that opens it and one that ends it; a last
 * token opens the answer. An answer resent as a message gives the very tokens that were generated, so the next turn finds
 * them in the prefix cache.
 */
public final class ChatTemplate {
    private static final String ASSISTANT = "assistant";

    private final Tokenizer tokenizer;

    public ChatTemplate(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** One message of a conversation. */
    public record Message(String role, String content) {}

    public int[] ids(List<Message> messages) {
        IntStream conversation = messages.stream().flatMapToInt(this::turn);
        return IntStream.concat(conversation, IntStream.of(Tokenizer.startOfTurn(ASSISTANT)))
                .toArray();
    }

    private IntStream turn(Message message) {
        IntStream start = IntStream.of(Tokenizer.startOfTurn(message.role()));
        IntStream body = IntStream.concat(tokenizer.stream(message.content()), IntStream.of(Tokenizer.END_OF_TURN));
        return IntStream.concat(start, body);
    }
}
