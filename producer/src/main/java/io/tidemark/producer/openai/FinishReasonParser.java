package io.tidemark.producer.openai;

import io.tidemark.events.FinishReason;
import java.util.Locale;

/** Finish reasons as servers write them. */
final class FinishReasonParser {
    private FinishReasonParser() {}

    /** OTHER if it is not known. */
    static FinishReason parse(String written) {
        return switch (written.toLowerCase(Locale.ROOT)) {
            case "stop", "eos_token", "stop_sequence", "stop_token", "eos", "end_turn", "complete", "completed" ->
                FinishReason.STOP;
            case "length",
                    "max_tokens",
                    "max_output_tokens",
                    "max_length",
                    "model_length",
                    "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "tool_calls", "tool_call", "function_call", "tool_use" -> FinishReason.TOOL_CALLS;
            case "content_filter", "safety", "sensitive", "refusal", "recitation", "guardrail_intervened" ->
                FinishReason.CONTENT_FILTER;
            case "abort", "aborted", "cancel", "canceled", "cancelled", "interrupted" -> FinishReason.ABORT;
            case "error",
                    "failed",
                    "internal_error",
                    "server_error",
                    "network_error",
                    "timeout",
                    "insufficient_system_resource" -> FinishReason.ERROR;
            default -> FinishReason.OTHER;
        };
    }
}
