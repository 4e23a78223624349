package io.tidemark.simulator.text;

import java.util.List;

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
        TokenIdList ids = new TokenIdList();
        for (Message message : messages) {
            ids.add(Tokenizer.startOfTurn(message.role()));
            tokenizer.add(message.content(), ids);
            ids.add(Tokenizer.END_OF_TURN);
        }
        ids.add(Tokenizer.startOfTurn(ASSISTANT));
        return ids.toArray();
    }
}
