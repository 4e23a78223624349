package io.tidemark.simulator.http;

/** Token counts of one request. */
record Usage(int promptTokens, int completionTokens) {
    String json() {
        return "{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":" + (promptTokens + completionTokens)
                + ",\"completion_tokens\":" + completionTokens + "}";
    }

    /** As in a whole answer, which names the details. */
    String wholeJson() {
        return "{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":" + (promptTokens + completionTokens)
                + ",\"completion_tokens\":" + completionTokens + ",\"prompt_tokens_details\":null}";
    }
}
