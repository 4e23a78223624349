package io.tidemark.bench.client;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.openai.CompletionBody;
import java.util.List;

/**
 * A closed set of concurrent streams: when one ends, the next request is sent, until all were.
 *
 * @param name begins the ids of its requests
 */
record ClosedLoad(String name, String model, int streams, int requests) {
    private static final int MIN_TOKENS = 12;
    private static final int MORE_TOKENS = 13;

    String id(int number) {
        return name + "-" + number;
    }

    /** 12 to 24, so that streams do not end together. */
    int outputTokens(int number) {
        return MIN_TOKENS + number * 7 % MORE_TOKENS;
    }

    byte[] body(int number) {
        String text = "Say something about tide " + id(number) + " and no other.";
        return CompletionBody.of(
                ApiKind.CHAT,
                model,
                new CompletionBody.Parameters(List.of(ChatMessage.user(text)), outputTokens(number), true));
    }
}
