package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Tokens as the server counted them.
 *
 * @param reasoning within the output
 * @param total of prompt and output, as the place of the output says it
 * @param source where output is taken from, if that is not {@code usage.completion_tokens}; else empty
 * @param isOfOneChoice whether it counts one choice of the answer alone
 */
public record TokenUsage(
        OptionalInt prompt,
        OptionalInt cached,
        OptionalInt reasoning,
        OptionalInt output,
        OptionalInt total,
        String source,
        boolean isOfOneChoice) {
    public static final TokenUsage UNKNOWN = ofOutput(OptionalInt.empty(), "");

    /** Two counts of one answer may differ by a token, which one of them has for its end. */
    static final int TOLERATED = 1;

    private static final String COMPLETION = "completion_tokens";
    private static final String USAGE = "usage.";
    private static final String USAGE_OF_CHOICE = "choices[].usage.";
    private static final String TOTAL = "total_tokens - prompt_tokens";

    /** Names of one count, the most usual first. */
    private static final List<String> OUTPUT = List.of(
            COMPLETION,
            "output_tokens",
            "generated_tokens",
            "completionTokens",
            "outputTokens",
            "completion_token_count");

    private static final List<String> PROMPT =
            List.of("prompt_tokens", "input_tokens", "promptTokens", "inputTokens", "prompt_token_count");

    private static final List<String> CACHED = List.of(
            "prompt_tokens_details.cached_tokens",
            "input_tokens_details.cached_tokens",
            "cached_tokens",
            "prompt_cache_hit_tokens",
            "cache_read_input_tokens");

    /** Of the prompt, kept for later prompts. */
    private static final List<String> CACHE_WRITTEN =
            List.of("cache_creation_input_tokens", "prompt_tokens_details.cache_write_tokens");

    private static final List<String> REASONING = List.of(
            "completion_tokens_details.reasoning_tokens", "output_tokens_details.reasoning_tokens", "reasoning_tokens");

    /** Of a whole answer. */
    public TokenUsage(
            OptionalInt prompt,
            OptionalInt cached,
            OptionalInt reasoning,
            OptionalInt output,
            OptionalInt total,
            String source) {
        this(prompt, cached, reasoning, output, total, source, false);
    }

    /**
     * Of a message or an answer: the first place that counts output, of {@code usage}, that of its one choice or its last, Groq's
     * {@code x_groq.usage}, llama.cpp's {@code timings} and Ollama's {@code eval_count}; else what the first one says.
     */
    static Optional<TokenUsage> in(JsonNode json, JsonNode choice) {
        List<TokenUsage> reported = Stream.of(
                        of(json.path("usage"), USAGE),
                        ofChoice(choice),
                        of(json.path("x_groq").path("usage"), "x_groq.usage."),
                        counted(json.path("timings").path("predicted_n"), "timings.predicted_n"),
                        counted(json.path("eval_count"), "eval_count"))
                .flatMap(Optional::stream)
                .toList();
        return reported.stream()
                .filter(usage -> usage.output().isPresent())
                .findFirst()
                .or(() -> reported.stream().findFirst());
    }

    /** What a choice says of itself. */
    static Optional<TokenUsage> ofChoice(JsonNode choice) {
        return of(choice.path("usage"), USAGE_OF_CHOICE);
    }

    /** Of an answer whose choices are counted each by itself: together they have one prompt. */
    static TokenUsage ofChoices(Collection<TokenUsage> each) {
        return each.stream().reduce(TokenUsage::plusChoice).orElse(UNKNOWN);
    }

    private TokenUsage plusChoice(TokenUsage other) {
        boolean hasTotal = total.isPresent() && other.total.isPresent() && other.prompt.isPresent();
        return new TokenUsage(
                newer(other.prompt, prompt),
                cached.isPresent() ? cached : other.cached,
                sum(reasoning, other.reasoning),
                sum(output, other.output),
                hasTotal
                        ? sum(total, OptionalInt.of(other.total.getAsInt() - other.prompt.getAsInt()))
                        : OptionalInt.empty(),
                source.isEmpty() ? other.source : source);
    }

    private static OptionalInt sum(OptionalInt one, OptionalInt other) {
        return one.isEmpty() || other.isEmpty()
                ? newer(one, other)
                : OptionalInt.of((int) Math.min(Integer.MAX_VALUE, (long) one.getAsInt() + other.getAsInt()));
    }

    /**
     * What is known after a later report of the same answer. Some servers report the prompt at first and the output at last, or end with zeros: a count
     * that is missing or 0 leaves an earlier one.
     */
    TokenUsage updatedBy(TokenUsage later) {
        boolean isWhole = later.prompt.isPresent() && later.output.orElse(0) > 0;
        if (isWhole && cached.isEmpty() && reasoning.isEmpty()) {
            return later;
        }
        boolean countsOutput = later.output.orElse(0) > 0 || (output.isEmpty() && later.output.isPresent());
        return new TokenUsage(
                newer(prompt, later.prompt),
                newer(cached, later.cached),
                newer(reasoning, later.reasoning),
                countsOutput ? later.output : output,
                countsOutput ? later.total : total,
                countsOutput ? later.source : source);
    }

    /**
     * With the output that the total shows, where the count is not that: some servers leave out tokens that no chunk and no detail shows, and
     * some count the prompt too, which the chunks tell.
     *
     * @param chunks with output
     */
    TokenUsage corrected(int chunks) {
        int counted = output.orElse(0);
        int shown = total.orElse(0) - prompt.orElse(0);
        if (output.isEmpty() || total.isEmpty() || prompt.orElse(0) == 0 || shown <= 0) {
            return this;
        }
        if (counted == total.getAsInt()) {
            boolean isShown = agree(shown, chunks) && Math.abs(shown - chunks) < Math.abs(counted - chunks);
            return isShown ? byTotal(shown) : agree(counted, chunks) ? this : perhapsWithPrompt();
        }
        int beyond = shown - counted;
        // A total may count a cached part of the prompt that the prompt's count leaves out.
        boolean isOfPrompt = cached.isPresent() && Math.abs(beyond - cached.getAsInt()) <= TOLERATED;
        return beyond <= TOLERATED || isOfPrompt ? this : byTotal(shown);
    }

    private TokenUsage byTotal(int shown) {
        String place = counter().substring(0, counter().lastIndexOf('.') + 1);
        return new TokenUsage(prompt, cached, reasoning, OptionalInt.of(shown), total, place + TOTAL);
    }

    private TokenUsage perhapsWithPrompt() {
        return new TokenUsage(
                prompt,
                cached,
                reasoning,
                output,
                total,
                counter() + ", which is total_tokens and may hold the prompt");
    }

    private String counter() {
        return source.isEmpty() ? USAGE + COMPLETION : source;
    }

    static boolean agree(int tokens, long shown) {
        return Math.abs(tokens - shown) <= Math.max(TOLERATED, tokens / 10);
    }

    private static OptionalInt newer(OptionalInt before, OptionalInt later) {
        return later.isEmpty() || (later.getAsInt() == 0 && before.isPresent()) ? before : later;
    }

    /** Of a place that counts output alone. */
    private static Optional<TokenUsage> counted(JsonNode node, String source) {
        OptionalInt output = count(node);
        return output.isPresent() ? Optional.of(ofOutput(output, source)) : Optional.empty();
    }

    private static TokenUsage ofOutput(OptionalInt output, String source) {
        OptionalInt none = OptionalInt.empty();
        return new TokenUsage(none, none, none, output, none, source);
    }

    private static Optional<TokenUsage> of(JsonNode usage, String place) {
        if (!usage.isObject()) {
            return Optional.empty();
        }
        OptionalInt prompt = first(usage, PROMPT);
        OptionalInt reasoning = first(usage, REASONING);
        Count output = output(usage, prompt, reasoning);
        boolean usual = output.name().equals(COMPLETION) && place.equals(USAGE);
        OptionalInt cached = first(usage, CACHED);
        OptionalInt total = count(usage.path("total_tokens"));
        int beyond = total.orElse(0) - prompt.orElse(0) - output.tokens().orElse(0);
        return Optional.of(new TokenUsage(
                prompt,
                cached,
                reasoning,
                output.tokens(),
                isOfCache(beyond, first(usage, CACHE_WRITTEN).orElse(0), cached.orElse(0))
                        ? OptionalInt.empty()
                        : total,
                usual || output.tokens().isEmpty() ? "" : place + output.name(),
                place.equals(USAGE_OF_CHOICE)));
    }

    /** Whether a total counts, beyond prompt and output, what a cache took of the prompt, perhaps with what it gave: then it does not show the output. */
    private static boolean isOfCache(int beyond, int written, int cached) {
        return written > 0
                && (Math.abs(beyond - written) <= TOLERATED || Math.abs(beyond - written - cached) <= TOLERATED);
    }

    private record Count(OptionalInt tokens, String name) {}

    /** By its own name, with the reasoning where the total shows that it leaves that out; else from the total. */
    private static Count output(JsonNode usage, OptionalInt prompt, OptionalInt reasoning) {
        OptionalInt total = count(usage.path("total_tokens"));
        long withoutPrompt = total.orElse(0) - (long) prompt.orElse(0);
        for (String name : OUTPUT) {
            OptionalInt tokens = count(usage.path(name));
            if (tokens.isPresent()) {
                long both = (long) tokens.getAsInt() + reasoning.orElse(0);
                boolean leavesReasoningOut =
                        reasoning.orElse(0) > 0 && prompt.isPresent() && total.isPresent() && both == withoutPrompt;
                return leavesReasoningOut
                        ? new Count(OptionalInt.of((int) both), name + " + reasoning_tokens, as total_tokens shows")
                        : new Count(tokens, name);
            }
        }
        return prompt.isPresent() && withoutPrompt > 0
                ? new Count(OptionalInt.of((int) withoutPrompt), TOTAL)
                : new Count(OptionalInt.empty(), "");
    }

    /** @param paths in the order in which they count, with dots between names */
    private static OptionalInt first(JsonNode usage, List<String> paths) {
        return paths.stream()
                .map(path -> count(usage.at("/" + path.replace('.', '/'))))
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    /** Also of servers that write 7.0 or "7". */
    private static OptionalInt count(JsonNode node) {
        double value = node.isTextual() && node.textValue().matches("\\d{1,9}") ? node.asInt() : node.asDouble(-1);
        boolean isNumber = node.isNumber() || node.isTextual();
        return isNumber && value >= 0 && value <= Integer.MAX_VALUE && value == Math.rint(value)
                ? OptionalInt.of((int) value)
                : OptionalInt.empty();
    }
}
