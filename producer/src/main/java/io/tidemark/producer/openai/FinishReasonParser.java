package io.tidemark.producer.openai;

import io.tidemark.events.FinishReason;

/** Finish reasons as servers write them. */
final class FinishReasonParser {
    private FinishReasonParser() {}

    static FinishReason parse(String written) {
        return switch (written) {
            case "stop", "eos_token", "stop_sequence" -> FinishReason.STOP;
            case "length" -> FinishReason.LENGTH;
            case "tool_calls", "function_call" -> FinishReason.TOOL_CALLS;
            case "content_filter" -> FinishReason.CONTENT_FILTER;
            case "abort" -> FinishReason.ABORT;
            case "error" -> FinishReason.ERROR;
            default -> FinishReason.OTHER;
        };
    }
}
