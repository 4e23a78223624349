package io.tidemark.producer.openai;

/** Why a request was not ok, as its server or this client reported; empty texts for what was not said. */
public record RequestFailure(String type, String code, String text) {
    public static final RequestFailure NONE = new RequestFailure("", "", "");

    static RequestFailure client(String type, String text) {
        return new RequestFailure("client." + type, "", ErrorText.masked(text));
    }
}
