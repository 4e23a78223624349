package io.tidemark.simulator.http.response;

/** Token counts of one request. As vLLM it leaves the details out where no prompt token was cached. */
record UsageCounts(int promptTokens, int completionTokens, int cachedTokens) {
    String json() {
        return "{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":" + (promptTokens + completionTokens)
                + ",\"completion_tokens\":" + completionTokens
                + (cachedTokens > 0 ? ",\"prompt_tokens_details\":" + details() : "") + "}";
    }

    /** As in a whole answer, which names the details. */
    String wholeJson() {
        return "{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":" + (promptTokens + completionTokens)
                + ",\"completion_tokens\":" + completionTokens
                + ",\"prompt_tokens_details\":" + (cachedTokens > 0 ? details() : "null") + "}";
    }

    private String details() {
        return "{\"cached_tokens\":" + cachedTokens + "}";
    }
}
