package io.tidemark.producer.openai;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the names of fields and a server's words stand for: output, an error, or what stands beside both. {@link DeltaClassifier} and
 * {@link ErrorBodyParser} look at the values too.
 */
final class AnswerWords {
    /** Usual fields of a delta with reasoning. */
    static final List<String> REASONING = List.of("reasoning_content", "reasoning");

    /** Lists of typed parts that repeat reasoning, or hold it where no text does. */
    static final List<String> REASONING_PARTS = List.of("reasoning_details", "thinking_blocks");

    /** Where a typed part has its text. */
    static final List<String> PART_TEXTS =
            List.of("text", "thinking", "reasoning", "content", "summary", "refusal", "value", "parts", "thought");

    /** Where LiteLLM puts what a server sent beside the fields of the API, reasoning among it. */
    static final String PROVIDER_FIELDS = "provider_specific_fields";

    /** Where an object has the text of an error. */
    static final List<String> ERROR_TEXTS = List.of("message", "msg", "status_msg", "title", "reason");

    /** Where an object has the kind of an error. */
    static final List<String> ERROR_KINDS = List.of(
            "code", "type", "status", "state", "status_code", "statusCode", "http_status", "ret_code", "ret", "__type");

    /** Flags that are false where a request failed. */
    static final List<String> SUCCESS = List.of("success", "ok");

    /** Beside a finish reason, or instead of one: an object with a type, and a word or the stop string that was met. */
    static final String FINISH_DETAILS = "finish_details";

    static final String STOP_REASON = "stop_reason";

    /** The word of the server behind OpenRouter, whose own word beside it may be {@code stop}. */
    static final String NATIVE_FINISH_REASON = "native_finish_reason";

    /** Where FastAPI has an error. */
    static final String DETAIL = "detail";

    /** Objects beside the choices of a chunk in which MiniMax and Groq report an error. */
    static final List<String> BESIDE_CHOICES = List.of("base_resp", "x_groq");

    /** Of a message without choices: those of one that reports a waiting request are no output. */
    static final Set<String> OF_MESSAGE =
            words("usage message msg status code error_msg error_message status_msg title reason");

    /** Of a chunk, beside its metadata: what is read, and what search engines and gateways put beside the choices. */
    static final Set<String> OF_CHUNK = words("choices citations images kv_transfer_params obfuscation references"
            + " related_questions request_id search_results sources trace_id usage videos");

    /** What stands beside output and is none. */
    private static final Set<String> METADATA = words(
            "annotations base_resp created finish_details finish_reason function_call hidden_states id index logprobs matched_stop"
                    + " metadata model name native_finish_reason object prompt_filter_results prompt_logprobs prompt_token_ids"
                    + " provider provider_specific_fields role service_tier stop_reason system_fingerprint timings token_ids"
                    + " tool_call_id tool_calls type x_groq");

    /** Begins the names of what Azure says of its filter, in chunks of their own where it filters in parallel. */
    private static final String OF_FILTER = "content_filter";

    /** Kinds of a message about a request that waits or goes well. */
    private static final Set<String> HARMLESS = words("ping heartbeat keepalive keep-alive queued pending processing"
            + " in_progress waiting loading starting started initializing running progress status info notice warning"
            + " metadata metrics stats debug usage");

    private static final Pattern SUCCESS_WORD = Pattern.compile("(?i)0+|200|ok|success(ful)?|succeeded");

    /** Names of events, kinds and flags by which a server repeats that the answer is complete. */
    private static final Pattern COMPLETE =
            Pattern.compile("(?i)(.*[._-])?(done|end|eos|complete|completed|finish|finished" + "|is_end|stop|stopped)");

    /** UTF-16 units of a text that may be {@linkplain #isInvisible invisible}. */
    static final int MAX_INVISIBLE = 3;

    private static final Pattern INVISIBLE =
            Pattern.compile("[\\u200b-\\u200d\\u2060\\ufeff]{1," + MAX_INVISIBLE + "}");

    private static final Pattern THOUGHT = Pattern.compile("(?i)think|thought|reason");

    /** What names reasoning and holds none: {@code reason} alone is that of a state. */
    private static final Pattern BESIDE_REASONING = Pattern.compile(
            "(?i)reason|.*(signature|token|finish|stop|effort|_id|encrypted|status|state|mode|format|type"
                    + "|enabled|level|budget|time|duration|started|ended).*");

    private static final Pattern ERROR = Pattern.compile("(?i)error|exception|fail|^err(no|code|_?msg)?$");

    /** Names of events with which a gateway gives an answer up. */
    private static final Pattern ABORT = Pattern.compile("(?i)abort|cancel|time.?out|timed.?out|disconnect");

    private AnswerWords() {}

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    /** Of a field, or of the type of a part. */
    static boolean isThought(String name) {
        return THOUGHT.matcher(name).find();
    }

    /** Whether a field of a delta holds reasoning by its name, as {@code thinking} or {@code thought}, besides the usual ones. */
    static boolean isOtherReasoning(String field) {
        return isThought(field)
                && !REASONING.contains(field)
                && !isMetadata(field)
                && !REASONING_PARTS.contains(field)
                && !isBesideReasoning(field);
    }

    static boolean isBesideReasoning(String field) {
        return BESIDE_REASONING.matcher(field).matches();
    }

    static boolean isMetadata(String field) {
        return METADATA.contains(field) || field.startsWith(OF_FILTER);
    }

    /** Whether a field of a message that reports no error is none of output: its metadata, and that of an error, which there is not. */
    static boolean isBesideOutput(String field) {
        return isMetadata(field) || tellsError(field);
    }

    /** Whether the name of a field, or a server's word, says that something failed. */
    static boolean tellsError(String word) {
        return ERROR.matcher(word).find();
    }

    /** Whether the name of an event says that the answer failed or was given up. */
    static boolean isFailure(String event) {
        return !event.isEmpty() && (tellsError(event) || ABORT.matcher(event).find());
    }

    /** Whether a field of a chunk may report an error by its name. */
    static boolean mayReportError(String field) {
        return ERROR_KINDS.contains(field) || SUCCESS.contains(field) || DETAIL.equals(field) || tellsError(field);
    }

    /** Whether an event's name, or the kind of a message, says that it is no part of the answer, or that the answer is complete. */
    static boolean isOfNoAnswer(String kind) {
        return isHarmless(kind) || isComplete(kind);
    }

    static boolean isComplete(String name) {
        return COMPLETE.matcher(name).matches();
    }

    /** Whether a text has no width, as gateways send one to keep a connection open: it is no token. */
    static boolean isInvisible(String text) {
        return text.length() <= MAX_INVISIBLE && INVISIBLE.matcher(text).matches();
    }

    /** Whether the code or the word of an error says that there is none. */
    static boolean isSuccess(String word) {
        return SUCCESS_WORD.matcher(word).matches();
    }

    static boolean isHarmless(String kind) {
        return isSuccess(kind) || HARMLESS.contains(kind.toLowerCase(Locale.ROOT));
    }
}
