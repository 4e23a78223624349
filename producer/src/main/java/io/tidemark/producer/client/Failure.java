package io.tidemark.producer.client;

/** Why a request was not ok, as its server or this client said; empty texts for what was not said. */
public record Failure(String type, String code, String text) {
    public static final Failure NONE = new Failure("", "", "");

    static Failure client(String type, String text) {
        return new Failure("client." + type, "", ErrorText.masked(text));
    }
}
