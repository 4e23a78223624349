package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import io.tidemark.producer.plan.RequestPlan.ExactKey;
import io.tidemark.producer.plan.RequestPlan.LimitKey;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.producer.yaml.YamlToJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

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

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final double MAX_TEMPERATURE = 10;

    private final YamlSection root;
    private final Path directory;

    RequestReader(YamlSection root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    RequestPlan read() {
        Optional<YamlSection> section = root.section("request");
        if (section.isEmpty()) {
            return RequestPlan.DEFAULT;
        }
        YamlSection request = section.get();
        RequestPlan plan = read(request);
        if (!plan.stream() && plan.continuousUsage()) {
            request.refuse("continuous_usage", "must not be true without a stream");
        }
        if (!plan.streamOptions() && plan.continuousUsage()) {
            request.refuse("continuous_usage", "must not be true with stream_options: false, which carries it");
        }
        request.refuseUnknownKeys();
        return plan;
    }

    private RequestPlan read(YamlSection request) {
        RequestPlan otherwise = RequestPlan.DEFAULT;
        OptionalDouble temperature = request.optional("temperature", RequestReader::temperature)
                .map(OptionalDouble::of)
                .orElse(otherwise.temperature());
        return new RequestPlan(
                request.optional("stream", ValueTypes.SWITCH).orElse(otherwise.stream()),
                temperature,
                request.optional("n", ValueTypes.COUNT).orElse(otherwise.choices()),
                request.optional("max_tokens_key", RequestReader::limitKey).orElse(otherwise.limitKey()),
                exactKeys(request).orElse(otherwise.exactKeys()),
                request.optional("stream_options", ValueTypes.SWITCH).orElse(otherwise.streamOptions()),
                request.optional("continuous_usage", ValueTypes.SWITCH).orElse(otherwise.continuousUsage()),
                request.optional("trace_sampled", ValueTypes.SWITCH).orElse(otherwise.traceSampled()),
                request.section("headers")
                        .map(headers -> new HeadersReader(headers, directory).read())
                        .orElse(List.of()),
                extraBody(request),
                new AnswerNames(names(request, "reasoning_fields"), names(request, "finish_reasons")));
    }

    private static Set<String> names(YamlSection request, String key) {
        return request.has(key) ? Set.copyOf(request.list(key, RequestReader::name)) : Set.of();
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new InvalidValueException("must be a name of 1 to 64 letters, digits, '_', '-' or '.'");
        }
        return text;
    }

    private static Optional<Set<ExactKey>> exactKeys(YamlSection request) {
        return request.has("exact_output_by")
                ? Optional.of(Set.copyOf(request.list("exact_output_by", RequestReader::exactKey)))
                : Optional.empty();
    }

    private String extraBody(YamlSection request) {
        Optional<Mapping> given = request.tree("extra_body");
        given.ifPresent(tree -> tree.entries().keySet().stream()
                .filter(OWN_KEYS::contains)
                .forEach(key -> request.refuse("extra_body", "must not hold " + key + ", which has a key of its own")));
        given.ifPresent(tree -> SecretNames.within(tree, "extra_body")
                .forEach(path -> request.refuse(
                        path,
                        "must not be a secret, because the plan is stored with the run and published: send it as a header, with"
                                + " {env: NAME} or {file: path}")));
        return given.map(YamlToJson::toJson).orElse("{}");
    }

    private static double temperature(String text) {
        String rule = "must be a number from 0 to 10";
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= MAX_TEMPERATURE) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new InvalidValueException(rule);
        }
        throw new InvalidValueException(rule);
    }

    private static LimitKey limitKey(String text) {
        return switch (text) {
            case "max_tokens" -> LimitKey.MAX_TOKENS;
            case "max_completion_tokens" -> LimitKey.MAX_COMPLETION_TOKENS;
            case "both" -> LimitKey.BOTH;
            default -> throw new InvalidValueException("must be max_tokens, max_completion_tokens or both");
        };
    }

    private static ExactKey exactKey(String text) {
        return switch (text) {
            case "ignore_eos" -> ExactKey.IGNORE_EOS;
            case "min_tokens" -> ExactKey.MIN_TOKENS;
            default -> throw new InvalidValueException("must be ignore_eos or min_tokens");
        };
    }
}
