package io.tidemark.producer.plan;

import io.tidemark.producer.plan.RequestPlan.ExactKey;
import io.tidemark.producer.plan.RequestPlan.LimitKey;
import io.tidemark.producer.plan.ValueType.RuleBroken;
import io.tidemark.producer.plan.YamlNode.Mapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads the {@code request} section of a plan. */
final class RequestReader {
    /** What the plan says elsewhere. */
    private static final Set<String> OWN_KEYS = Set.of(
            "model",
            "messages",
            "prompt",
            "stream",
            "stream_options",
            "max_tokens",
            "max_completion_tokens",
            "temperature",
            "n",
            "ignore_eos",
            "min_tokens");

    private static final double MOST_TEMPERATURE = 10;

    private final Section root;
    private final Path directory;

    RequestReader(Section root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    RequestPlan read() {
        Optional<Section> section = root.section("request");
        if (section.isEmpty()) {
            return RequestPlan.DEFAULT;
        }
        Section request = section.get();
        RequestPlan plan = read(request);
        if (!plan.stream() && plan.continuousUsage()) {
            request.refuse("continuous_usage", "must not be true without a stream");
        }
        request.refuseOthers();
        return plan;
    }

    private RequestPlan read(Section request) {
        RequestPlan otherwise = RequestPlan.DEFAULT;
        OptionalDouble temperature = request.optional("temperature", RequestReader::temperature)
                .map(OptionalDouble::of)
                .orElse(otherwise.temperature());
        return new RequestPlan(
                request.optional("stream", Values.SWITCH).orElse(otherwise.stream()),
                temperature,
                request.optional("n", Values.COUNT).orElse(otherwise.choices()),
                request.optional("max_tokens_key", RequestReader::limitKey).orElse(otherwise.limitKey()),
                exactKeys(request).orElse(otherwise.exactKeys()),
                request.optional("continuous_usage", Values.SWITCH).orElse(otherwise.continuousUsage()),
                request.optional("trace_sampled", Values.SWITCH).orElse(otherwise.traceSampled()),
                request.section("headers")
                        .map(headers -> new HeadersReader(headers, directory).read())
                        .orElse(List.of()),
                extraBody(request));
    }

    private static Optional<Set<ExactKey>> exactKeys(Section request) {
        return request.has("exact_output_by")
                ? Optional.of(Set.copyOf(request.list("exact_output_by", RequestReader::exactKey)))
                : Optional.empty();
    }

    private String extraBody(Section request) {
        Optional<Mapping> given = request.tree("extra_body");
        given.ifPresent(tree -> tree.entries().keySet().stream()
                .filter(OWN_KEYS::contains)
                .forEach(key -> request.refuse("extra_body", "must not hold " + key + ", which has a key of its own")));
        given.ifPresent(tree -> SecretNames.within(tree, "extra_body")
                .forEach(path -> request.refuse(
                        path,
                        "must not be a secret, for the plan is kept with the run and published: send it as a header, with"
                                + " {env: NAME} or {file: path}")));
        return given.map(JsonForm::typed).orElse("{}");
    }

    private static double temperature(String text) {
        String rule = "must be a number from 0 to 10";
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= MOST_TEMPERATURE) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new RuleBroken(rule);
        }
        throw new RuleBroken(rule);
    }

    private static LimitKey limitKey(String text) {
        return switch (text) {
            case "max_tokens" -> LimitKey.MAX_TOKENS;
            case "max_completion_tokens" -> LimitKey.MAX_COMPLETION_TOKENS;
            case "both" -> LimitKey.BOTH;
            default -> throw new RuleBroken("must be max_tokens, max_completion_tokens or both");
        };
    }

    private static ExactKey exactKey(String text) {
        return switch (text) {
            case "ignore_eos" -> ExactKey.IGNORE_EOS;
            case "min_tokens" -> ExactKey.MIN_TOKENS;
            default -> throw new RuleBroken("must be ignore_eos or min_tokens");
        };
    }
}
