package io.tidemark.producer.openai;

import io.tidemark.events.FinishReason;
import java.util.Locale;

/** Finish reasons as servers write them. */
final class FinishReasonParser {
    /** As enums of Protocol Buffers write it. */
    private static final String PREFIX = "finish_reason_";

    /** What a status says of an answer that reached its limit, too. */
    private static final String INCOMPLETE = "incomplete";

    private FinishReasonParser() {}

    /** Whether a server's word beside a finish reason says that the answer was broken off. */
    static boolean isBrokenOff(String word, FinishReason known) {
        FinishReason reason = parse(word);
        boolean isIncomplete = word.equalsIgnoreCase(INCOMPLETE) && !isOfLimit(word, known);
        return reason == FinishReason.ABORT || reason == FinishReason.ERROR || isIncomplete;
    }

    /** Whether a word repeats of an answer that its limit or a filter ended it. */
    static boolean isOfLimit(String word, FinishReason known) {
        boolean isLimited = known == FinishReason.LENGTH || known == FinishReason.CONTENT_FILTER;
        return isLimited && word.equalsIgnoreCase(INCOMPLETE);
    }

    /** OTHER if it is not known. */
    static FinishReason parse(String written) {
        String reason = written.toLowerCase(Locale.ROOT).replace('-', '_');
        return switch (reason.startsWith(PREFIX) ? reason.substring(PREFIX.length()) : reason) {
            case "stop",
                    "eos_token",
                    "stop_sequence",
                    "stop_token",
                    "stop_words",
                    "eos",
                    "end_id",
                    "end_of_text",
                    "end_turn",
                    "complete",
                    "completed" -> FinishReason.STOP;
            case "length",
                    "max_tokens",
                    "max_output_tokens",
                    "max_length",
                    "model_length",
                    "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "tool_calls", "tool_call", "function_call", "tool_use" -> FinishReason.TOOL_CALLS;
            case "content_filter",
                    "content_filtered",
                    "safety",
                    "sensitive",
                    "refusal",
                    "recitation",
                    "blocklist",
                    "prohibited_content",
                    "guardrail_intervened" -> FinishReason.CONTENT_FILTER;
            case "abort", "aborted", "cancel", "canceled", "cancelled", "user_cancel", "interrupted", "preempted" ->
                FinishReason.ABORT;
            case "error",
                    "failed",
                    "internal_error",
                    "server_error",
                    "network_error",
                    "timeout",
                    "timed_out",
                    "insufficient_system_resource" -> FinishReason.ERROR;
            default -> FinishReason.OTHER;
        };
    }
}
