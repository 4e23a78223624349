package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.json.JsonErrors;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of {@code vllm bench serve} that say how answers are asked for and counted. */
final class BenchSamplingOptions {
    private static final List<String> OUTPUT_KEYS = List.of("max_completion_tokens", "max_tokens");
    private static final String TEMPERATURE = "temperature";
    private static final String IGNORE_EOS = "ignore_eos";

    @Option(
            names = "--ignore-eos",
            description = "Answers continue to their full length; always on with random prompts.")
    private boolean ignoreEos;

    @Option(names = "--temperature", paramLabel = "T", description = "Default: the server's.")
    private @Nullable Double temperature;

    @Option(names = "--top-p", paramLabel = "P", description = "Default: the server's.")
    private @Nullable Double topP;

    @Option(names = "--top-k", paramLabel = "K", description = "Default: the server's.")
    private @Nullable Integer topK;

    @Option(names = "--min-p", paramLabel = "P", description = "Default: the server's.")
    private @Nullable Double minP;

    @Option(names = "--frequency-penalty", paramLabel = "X", description = "Default: the server's.")
    private @Nullable Double frequencyPenalty;

    @Option(names = "--presence-penalty", paramLabel = "X", description = "Default: the server's.")
    private @Nullable Double presencePenalty;

    @Option(names = "--repetition-penalty", paramLabel = "X", description = "Default: the server's.")
    private @Nullable Double repetitionPenalty;

    @Option(names = "--logprobs", paramLabel = "N", description = "Log probabilities per token to ask for.")
    private @Nullable Integer logprobs;

    @Option(
            names = "--extra-body",
            paramLabel = "JSON",
            description =
                    "Further keys of each request's body, an object. Of these, max_tokens (max_completion_tokens),"
                            + " temperature and ignore_eos go before the flags that say the same.")
    private String extraBody = "{}";

    @Option(
            names = "--tokenizer",
            paramLabel = "NAME",
            description =
                    "A tokenizer.json or its folder, used for prompt lengths. Other names are only recorded. Default: the server's /tokenize.")
    private String tokenizer = "";

    @Option(
            names = "--skip-tokenizer-init",
            description = "Omit figures that need a count of tokens from the printed block, as vLLM does.")
    private boolean skipTokenizer;

    /** The plan's section, but for its headers. */
    ObjectNode request() {
        ObjectNode extra = extra();
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        temperature(extra).ifPresent(value -> request.put("temperature", value));
        request.putArray("exact_output_by").add("ignore_eos");
        ObjectNode body = body(extra);
        if (!body.isEmpty()) {
            request.set("extra_body", body);
        }
        return request;
    }

    /** Whether answers go on to their full length where the dataset does not force it. */
    boolean ignoresEos() {
        JsonNode eos = extra().path(IGNORE_EOS);
        return eos.isMissingNode() ? ignoreEos : eos.asBoolean();
    }

    private Optional<Double> temperature(ObjectNode extra) {
        JsonNode given = extra.path(TEMPERATURE);
        if (given.isMissingNode()) {
            return Optional.ofNullable(temperature);
        }
        if (!given.isNumber()) {
            throw new InvalidInputException("--extra-body: temperature must be a number but was " + given);
        }
        return Optional.of(given.doubleValue());
    }

    /** Output tokens that the body asks for; vLLM's client too lets it go before the dataset's. */
    OptionalInt bodyOutputTokens() {
        ObjectNode extra = extra();
        for (String key : OUTPUT_KEYS) {
            JsonNode given = extra.path(key);
            if (given.isMissingNode()) {
                continue;
            }
            if (!given.canConvertToInt() || !given.isIntegralNumber() || given.intValue() < 1) {
                throw new InvalidInputException(
                        "--extra-body: " + key + " must be a whole number >= 1 but was " + given);
            }
            return OptionalInt.of(given.intValue());
        }
        return OptionalInt.empty();
    }

    Optional<String> tokenizer() {
        return tokenizer.isEmpty() ? Optional.empty() : Optional.of(tokenizer);
    }

    boolean countsTokens() {
        return !skipTokenizer;
    }

    /** A local {@code tokenizer.json}. */
    Optional<Path> tokenizerFile() {
        if (tokenizer.isEmpty() || skipTokenizer) {
            return Optional.empty();
        }
        Path given = Path.of(tokenizer);
        Path file = Files.isDirectory(given) ? given.resolve("tokenizer.json") : given;
        return Files.isRegularFile(file) ? Optional.of(file.toAbsolutePath()) : Optional.empty();
    }

    /** What stands in {@code --extra-body} wins. */
    private ObjectNode body(ObjectNode extra) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        put(body, "top_p", topP);
        put(body, "min_p", minP);
        put(body, "frequency_penalty", frequencyPenalty);
        put(body, "presence_penalty", presencePenalty);
        put(body, "repetition_penalty", repetitionPenalty);
        put(body, "top_k", topK);
        put(body, "logprobs", logprobs);
        body.setAll(extra);
        body.remove(OUTPUT_KEYS);
        body.remove(List.of(TEMPERATURE, IGNORE_EOS));
        return body;
    }

    private static void put(ObjectNode body, String key, @Nullable Number value) {
        if (value instanceof Integer whole) {
            body.put(key, whole);
        } else if (value != null) {
            body.put(key, value.doubleValue());
        }
    }

    private ObjectNode extra() {
        try {
            JsonNode given = new JsonMapper().readTree(extraBody);
            if (given instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("--extra-body is not JSON: " + JsonErrors.message(e));
        }
        throw new InvalidInputException("--extra-body must be a JSON object but was " + extraBody);
    }
}
