package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.shared.OptionParser;
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

    /** The plan's section. Output tokens that the request's body asks for go before those of the flags. */
    ObjectNode workload(BenchSamplingOptions sampling) {
        sampling.bodyOutputTokens().ifPresent(tokens -> outputLen = tokens);
        ObjectNode workload = JsonNodeFactory.instance.objectNode().put("reset_prefix_cache", "never");
        sampling.tokenizerFile()
                .ifPresent(file -> workload.putObject("tokenizer").put("file", file.toString()));
        switch (name) {
            case "random" -> random(workload);
            case "prefix_repetition" -> repetition(workload, sampling.ignoresEos());
            case "sharegpt" -> {
                prompts(workload, "sharegpt", sampling.ignoresEos()).put("vllm_filter", true);
                or(outputLen, shareGptOutputLen).ifPresent(most -> workload.put("output_tokens", most));
            }
            case "custom" -> {
                prompts(workload, "jsonl", sampling.ignoresEos());
                or(outputLen, customOutputLen).ifPresent(most -> {
                    if (most >= 0) {
                        workload.put("output_tokens", most);
                    }
                });
            }
            default ->
                throw new InvalidInputException(
                        "--dataset-name must be random, sharegpt, custom or prefix_repetition but was " + name);
        }
        return workload;
    }

    /** Random lengths are asked for exactly; vLLM too ignores the end of the sequence there, and only there. */
    private void random(ObjectNode workload) {
        refusePath();
        int input = inputLen == null ? randomInputLen : inputLen;
        int output = outputLen == null ? randomOutputLen : outputLen;
        OptionParser.requireAtLeast("--random-input-len", input, 1);
        OptionParser.requireAtLeast("--random-output-len", output, 1);
        OptionParser.requireAtLeast("--random-prefix-len", prefixLen, 0);
        workload.put("exact_output", true);
        around(workload.putObject("prompt_tokens"), input, ratio("input"));
        around(workload.putObject("output_tokens"), output, ratio("output"));
        if (prefixLen == 0) {
            workload.put("kind", "synthetic");
            return;
        }
        workload.put("kind", "shared-prefix")
                .put("prefixes", 1)
                .put("prefix_tokens", prefixLen)
                .put("reuse_requests", 1);
    }

    private static void around(ObjectNode lengths, int mean, double ratio) {
        lengths.put("mean", mean).put("range_ratio", ratio).put("meaning", "around");
    }

    private void repetition(ObjectNode workload, boolean exactOutput) {
        refusePath();
        int output = outputLen == null ? repetitionOutputLen : outputLen;
        OptionParser.requireAtLeast("--prefix-repetition-num-prefixes", repetitionPrefixes, 1);
        OptionParser.requireAtLeast("--prefix-repetition-prefix-len", repetitionPrefixLen, 1);
        OptionParser.requireAtLeast("--prefix-repetition-suffix-len", repetitionSuffixLen, 1);
        OptionParser.requireAtLeast("--prefix-repetition-output-len", output, 1);
        workload.put("kind", "shared-prefix")
                .put("exact_output", exactOutput)
                .put("prefixes", repetitionPrefixes)
                .put("prefix_tokens", repetitionPrefixLen)
                .put("prompt_tokens", repetitionSuffixLen)
                .put("output_tokens", output)
                .put("reuse_requests", 1);
    }

    private ObjectNode prompts(ObjectNode workload, String format, boolean exactOutput) {
        return workload.put("kind", "prompts")
                .put("format", format)
                .put("file", file().toAbsolutePath().toString())
                .put("exact_output", exactOutput);
    }

    private static OptionalInt or(@Nullable Integer first, @Nullable Integer second) {
        Integer given = first == null ? second : first;
        return given == null ? OptionalInt.empty() : OptionalInt.of(given);
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

    /** @param side input or output */
    private double ratio(String side) {
        if (!rangeRatio.strip().startsWith("{")) {
            return parsedRatio(rangeRatio);
        }
        try {
            return parsedRatio(new JsonMapper().readTree(rangeRatio).path(side).asText());
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("--random-range-ratio is not JSON: " + JsonErrors.message(e));
        }
    }

    private static double parsedRatio(String text) {
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
