package io.tidemark.producer.testing;

import java.nio.charset.StandardCharsets;

/** Pieces of answers, as servers write them. */
public final class Sse {
    public static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    public static final String DONE = "data: [DONE]\n\n";
    public static final String END = "0\r\n\r\n";

    private Sse() {}

    public static String content(String text) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
    }

    public static String finish(String reason) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
    }

    public static String usage(int prompt, int output) {
        return "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":" + prompt + ",\"completion_tokens\":" + output
                + "}}\n\n";
    }

    /** One HTTP chunk. */
    public static byte[] part(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return (Integer.toHexString(bytes.length) + "\r\n" + text + "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A whole answer of so many tokens. */
    public static byte[] answer(int tokens) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            body.append(content("t" + i));
        }
        body.append(finish("length")).append(usage(5, tokens)).append(DONE);
        return bytes(HEAD + new String(part(body.toString()), StandardCharsets.UTF_8) + END);
    }
}
