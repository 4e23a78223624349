package io.tidemark.bench.referenceserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What the paced server writes: an answer as vLLM's chat endpoint words it, one HTTP chunk per write. */
final class ReferenceResponseText {
    private static final String HEAD = """
            HTTP/1.1 200 OK\r
            server: paced\r
            content-type: text/event-stream; charset=utf-8\r
            transfer-encoding: chunked\r
            \r
            """;
    private static final String COMMON =
            "data: {\"id\":\"chatcmpl-5f0c2d7e9b1a4c36\",\"object\":\"chat.completion.chunk\","
                    + "\"created\":1763650000,\"model\":\"paced\",\"choices\":[";

    private ReferenceResponseText() {}

    static ByteBuffer first(int tokens) {
        return bytes(HEAD + part(message("\"role\":\"assistant\",\"content\":\"\"", "null")) + part(tokens(tokens)));
    }

    static ByteBuffer more(int tokens) {
        return bytes(part(tokens(tokens)));
    }

    /** What follows the last token, in the same write. */
    static ByteBuffer end(int tokens) {
        String usage = COMMON + "],\"usage\":{\"prompt_tokens\":64,\"total_tokens\":" + (64 + tokens)
                + ",\"completion_tokens\":" + tokens + "}}\n\n";
        return bytes(part(message("", "\"length\"") + usage + "data: [DONE]\n\n") + "0\r\n\r\n");
    }

    private static String tokens(int tokens) {
        return message("\"content\":\" tide\"", "null").repeat(tokens);
    }

    private static String message(String delta, String finish) {
        return COMMON + "{\"index\":0,\"delta\":{" + delta + "},\"logprobs\":null,\"finish_reason\":" + finish
                + "}]}\n\n";
    }

    private static String part(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static ByteBuffer bytes(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(ascii.length).put(ascii).flip();
    }
}
