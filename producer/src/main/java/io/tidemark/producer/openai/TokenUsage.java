package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Tokens as the server counted them.
 *
 * @param reasoning within the output
 * @param source where output is taken from, if that is not {@code usage.completion_tokens}; else empty
 */
public record TokenUsage(
        OptionalInt prompt, OptionalInt cached, OptionalInt reasoning, OptionalInt output, String source) {
    public static final TokenUsage UNKNOWN =
            new TokenUsage(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), "");

    static final String COMPLETION = "completion_tokens";

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
            "prompt_cache_hit_tokens");

    private static final List<String> REASONING = List.of(
            "completion_tokens_details.reasoning_tokens", "output_tokens_details.reasoning_tokens", "reasoning_tokens");

    /**
     * Of a message or an answer: the first place that counts output, of {@code usage}, that of the last choice, Groq's
     * {@code x_groq.usage}, llama.cpp's {@code timings} and Ollama's {@code eval_count}; else what the first one says.
     */
    static Optional<TokenUsage> in(JsonNode json, JsonNode choices) {
        JsonNode ofChoice = choices.path(choices.size() - 1).path("usage");
        List<TokenUsage> reported = Stream.of(
                        of(json.path("usage"), "usage."),
                        of(ofChoice, "choices[].usage."),
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
                countsOutput ? later.source : source);
    }

    private static OptionalInt newer(OptionalInt before, OptionalInt later) {
        return later.isEmpty() || (later.getAsInt() == 0 && before.isPresent()) ? before : later;
    }

    /** Of a place that counts output alone. */
    private static Optional<TokenUsage> counted(JsonNode node, String source) {
        OptionalInt output = count(node);
        return output.isPresent()
                ? Optional.of(
                        new TokenUsage(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), output, source))
                : Optional.empty();
    }

    private static Optional<TokenUsage> of(JsonNode usage, String place) {
        if (!usage.isObject()) {
            return Optional.empty();
        }
        OptionalInt prompt = first(usage, PROMPT);
        OptionalInt reasoning = first(usage, REASONING);
        Count output = output(usage, prompt, reasoning);
        boolean usual = output.name().equals(COMPLETION) && place.equals("usage.");
        return Optional.of(new TokenUsage(
                prompt,
                first(usage, CACHED),
                reasoning,
                output.tokens(),
                usual || output.tokens().isEmpty() ? "" : place + output.name()));
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
                ? new Count(OptionalInt.of((int) withoutPrompt), "total_tokens - prompt_tokens")
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
