package io.tidemark.bench.referenceserver;

import java.util.Optional;

/** What the paced server answers; anything else is not found. */
enum ReferenceEndpoint {
    CHAT("POST /v1/chat/completions ", "chatcmpl-5f0c2d7e9b1a4c36", "chat.completion.chunk"),
    COMPLETIONS("POST /v1/completions ", "cmpl-5f0c2d7e9b1a4c36", "text_completion");

    private final String requestLine;
    private final String id;
    private final String object;

    ReferenceEndpoint(String requestLine, String id, String object) {
        this.requestLine = requestLine;
        this.id = id;
        this.object = object;
    }

    /** The endpoint that a request's first line names. */
    static Optional<ReferenceEndpoint> of(String head) {
        for (ReferenceEndpoint endpoint : values()) {
            if (head.startsWith(endpoint.requestLine)) {
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }

    /** What comes before the first token, in the same write: a chat says its role. */
    String opening() {
        return this == CHAT ? choice("\"delta\":{\"role\":\"assistant\",\"content\":\"\"}", "null") : "";
    }

    String token(String text) {
        return choice(content(text), "null");
    }

    String lastToken(String text) {
        return choice(content(text), "\"length\"");
    }

    /** What follows the last token, in the same write. */
    String ending(int tokens) {
        return message("],\"usage\":{\"prompt_tokens\":64,\"total_tokens\":" + (64 + tokens) + ",\"completion_tokens\":"
                        + tokens + "}")
                + "data: [DONE]\n\n";
    }

    private String content(String text) {
        return this == CHAT ? "\"delta\":{\"content\":\"" + text + "\"}" : "\"text\":\"" + text + "\"";
    }

    private String choice(String content, String finish) {
        return message("{\"index\":0," + content + ",\"logprobs\":null,\"finish_reason\":" + finish + "}]");
    }

    private String message(String rest) {
        return "data: {\"id\":\"" + id + "\",\"object\":\"" + object
                + "\",\"created\":1763650000,\"model\":\"paced\",\"choices\":[" + rest + "}\n\n";
    }
}
