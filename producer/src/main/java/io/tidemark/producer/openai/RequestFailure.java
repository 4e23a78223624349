package io.tidemark.producer.openai;

/** Why a request failed, as its server or this client reported; a text that was not given is empty. */
public record RequestFailure(String type, String code, String text) {
    public static final RequestFailure NONE = new RequestFailure("", "", "");

    static RequestFailure client(String type, String text) {
        return new RequestFailure("client." + type, "", ErrorText.masked(text));
    }
}
