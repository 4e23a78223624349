package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.json.JsonErrors;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of {@code vllm bench serve} that say what is asked. */
final class BenchDatasetOptions {
    @Option(
            names = "--dataset-name",
            paramLabel = "NAME",
            description = "random, sharegpt, custom or prefix_repetition. Default: ${DEFAULT-VALUE}.")
    private String name = "random";

    @Option(names = "--dataset-path", paramLabel = "FILE", description = "For sharegpt (JSON) and custom (JSON lines).")
    private @Nullable Path path;

    @Option(names = "--input-len", paramLabel = "N", description = "The same as --random-input-len.")
    private @Nullable Integer inputLen;

    @Option(names = "--output-len", paramLabel = "N", description = "Output tokens, for every dataset.")
    private @Nullable Integer outputLen;

    @Option(names = "--random-input-len", paramLabel = "N", description = "Prompt tokens. Default: ${DEFAULT-VALUE}.")
    private int randomInputLen = 1024;

    @Option(names = "--random-output-len", paramLabel = "N", description = "Output tokens. Default: ${DEFAULT-VALUE}.")
    private int randomOutputLen = 128;

    @Option(
            names = "--random-range-ratio",
            paramLabel = "R",
            description = {
                "Lengths are drawn evenly from length x (1 - R) to length x (1 + R), [0, 1), or",
                "'{\"input\": R, \"output\": R}'. Default: ${DEFAULT-VALUE}."
            })
    private String rangeRatio = "0.0";

    @Option(
            names = "--random-prefix-len",
            paramLabel = "N",
            description =
                    "Additional tokens at the beginning of every prompt, equal for all. Default: ${DEFAULT-VALUE}.")
    private int prefixLen;

    @Option(names = "--sharegpt-output-len", paramLabel = "N", description = "Default: the reference answer's tokens.")
    private @Nullable Integer shareGptOutputLen;

    @Option(
            names = "--custom-output-len",
            paramLabel = "N",
            description = "-1: each line's output_tokens. Default: ${DEFAULT-VALUE}.")
    private int customOutputLen = 256;

    @Option(names = "--prefix-repetition-prefix-len", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int repetitionPrefixLen = 256;

    @Option(names = "--prefix-repetition-suffix-len", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int repetitionSuffixLen = 256;

    @Option(names = "--prefix-repetition-num-prefixes", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int repetitionPrefixes = 10;

    @Option(names = "--prefix-repetition-output-len", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int repetitionOutputLen = 128;

    /** Whether answers of this dataset are asked for in exact lengths, whatever the flags say. */
    boolean forcesExactOutput() {
        return name.equals("random");
    }

    /** @param bodyOutput output tokens that the request's body asks for, which go before those of the flags */
    BenchFlags.Dataset dataset(OptionalInt bodyOutput) {
        bodyOutput.ifPresent(tokens -> outputLen = tokens);
        return switch (name) {
            case "random" -> random();
            case "prefix_repetition" -> repetition();
            case "sharegpt" -> new BenchFlags.ShareGpt(file(), or(outputLen, shareGptOutputLen));
            case "custom" -> new BenchFlags.Custom(file(), customOutput());
            default ->
                throw new InvalidInputException(
                        "--dataset-name must be random, sharegpt, custom or prefix_repetition but was " + name);
        };
    }

    private BenchFlags.Dataset random() {
        refusePath();
        int input = inputLen == null ? randomInputLen : inputLen;
        int output = outputLen == null ? randomOutputLen : outputLen;
        positive("--random-input-len", input);
        positive("--random-output-len", output);
        if (prefixLen < 0) {
            throw new InvalidInputException("--random-prefix-len must be >= 0 but was " + prefixLen);
        }
        return new BenchFlags.RandomLengths(input, output, ratios(), prefixLen);
    }

    private BenchFlags.Dataset repetition() {
        refusePath();
        int output = outputLen == null ? repetitionOutputLen : outputLen;
        positive("--prefix-repetition-num-prefixes", repetitionPrefixes);
        positive("--prefix-repetition-prefix-len", repetitionPrefixLen);
        positive("--prefix-repetition-suffix-len", repetitionSuffixLen);
        positive("--prefix-repetition-output-len", output);
        return new BenchFlags.PrefixRepetition(repetitionPrefixes, repetitionPrefixLen, repetitionSuffixLen, output);
    }

    private OptionalInt customOutput() {
        int output = outputLen == null ? customOutputLen : outputLen;
        return output < 0 ? OptionalInt.empty() : OptionalInt.of(output);
    }

    private static OptionalInt or(@Nullable Integer first, @Nullable Integer second) {
        Integer given = first == null ? second : first;
        return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }

    private static void positive(String option, int value) {
        if (value < 1) {
            throw new InvalidInputException(option + " must be >= 1 but was " + value);
        }
    }

    private void refusePath() {
        if (path != null) {
            throw new InvalidInputException("--dataset-path must be left out with --dataset-name " + name + " but was "
                    + path + "; sharegpt and custom read files");
        }
    }

    private Path file() {
        if (path == null) {
            throw new InvalidInputException("--dataset-name " + name + " needs --dataset-path");
        }
        if (!Files.isReadable(path)) {
            throw new InvalidInputException("--dataset-path " + path + " cannot be read");
        }
        return path;
    }

    private BenchFlags.Ratios ratios() {
        if (!rangeRatio.strip().startsWith("{")) {
            double both = ratio(rangeRatio);
            return new BenchFlags.Ratios(both, both);
        }
        try {
            JsonNode given = new JsonMapper().readTree(rangeRatio);
            return new BenchFlags.Ratios(
                    ratio(given.path("input").asText()),
                    ratio(given.path("output").asText()));
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("--random-range-ratio is not JSON: " + JsonErrors.message(e));
        }
    }

    private static double ratio(String text) {
        String rule = "--random-range-ratio must be in [0, 1), or {\"input\": R, \"output\": R}, but was " + text;
        try {
            double ratio = Double.parseDouble(text);
            if (ratio >= 0 && ratio < 1) {
                return ratio;
            }
        } catch (NumberFormatException e) {
            throw new InvalidInputException(rule);
        }
        throw new InvalidInputException(rule);
    }
}
