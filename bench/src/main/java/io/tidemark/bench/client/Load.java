package io.tidemark.bench.client;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.client.RequestBody;
import io.tidemark.producer.workload.Message;
import java.util.List;

/**
 * A closed set of concurrent streams: when one ends, the next request is sent, until all were.
 *
 * @param name begins the ids of its requests
 */
record Load(String name, String model, int streams, int requests) {
    private static final int LEAST_TOKENS = 12;
    private static final int MORE_TOKENS = 13;

    String id(int number) {
        return name + "-" + number;
    }

    /** 12 to 24, so that streams do not end together. */
    int outputTokens(int number) {
        return LEAST_TOKENS + number * 7 % MORE_TOKENS;
    }

    byte[] body(int number) {
        String text = "Say something about tide " + id(number) + " and no other.";
        return RequestBody.of(
                ApiKind.CHAT, model, new RequestBody.Ask(List.of(Message.user(text)), outputTokens(number), true));
    }
}
