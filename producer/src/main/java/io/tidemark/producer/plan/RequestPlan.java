package io.tidemark.producer.plan;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How every request is asked, beyond its prompt.
 *
 * @param stream whether the answer is asked for as a stream; without it there is no TTFT, TPOT or ITL
 * @param temperature empty: the server's own
 * @param choices answers per request ({@code n})
 * @param streamOptions whether a stream's body has {@code stream_options}, by which usage is asked for
 * @param continuousUsage whether usage is asked for on every chunk: the only exact count of tokens per chunk
 * @param traceSampled whether {@code traceparent} asks the server to record the trace, which costs it time
 * @param extraBody a JSON object, merged into the body's top level
 * @param answers what this server's answers have that others' do not
 */
public record RequestPlan(
        boolean stream,
        OptionalDouble temperature,
        int choices,
        LimitKey limitKey,
        Set<ExactKey> exactKeys,
        boolean streamOptions,
        boolean continuousUsage,
        boolean traceSampled,
        List<HeaderPlan> headers,
        String extraBody,
        AnswerNames answers) {
    public static final RequestPlan DEFAULT = new RequestPlan(
            true,
            OptionalDouble.empty(),
            1,
            LimitKey.MAX_TOKENS,
            Set.of(ExactKey.IGNORE_EOS, ExactKey.MIN_TOKENS),
            true,
            false,
            false,
            List.of(),
            "{}",
            AnswerNames.NONE);

    public RequestPlan {
        exactKeys = Set.copyOf(exactKeys);
        headers = List.copyOf(headers);
    }

    /**
     * Names of a server, beside those that are known.
     *
     * @param reasoningFields fields of a delta or a message that hold reasoning
     * @param finishReasons finish reasons of whole answers
     */
    public record AnswerNames(Set<String> reasoningFields, Set<String> finishReasons) {
        public static final AnswerNames NONE = new AnswerNames(Set.of(), Set.of());

        public AnswerNames {
            reasoningFields = Set.copyOf(reasoningFields);
            finishReasons = Set.copyOf(finishReasons);
        }
    }

    /** Under which name the limit of output tokens is sent. */
    public enum LimitKey {
        /** Known to every server but OpenAI's newest models. */
        MAX_TOKENS,
        /** Chat only; older servers ignore it. */
        MAX_COMPLETION_TOKENS,
        /** Both; some servers refuse that. */
        BOTH
    }

    /** Extensions by which outputs of an exact length are asked for; a server that does not know one ignores or refuses it. */
    public enum ExactKey {
        IGNORE_EOS,
        MIN_TOKENS
    }
}
