package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.importers.vllm.bench.MetricSelection;
import io.tidemark.importers.vllm.bench.PeakConcurrencyRule;
import io.tidemark.importers.vllm.bench.VllmGoodputLimits;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of {@code vllm bench serve} that say what is printed and saved. */
final class BenchResultOptions {
    @Option(names = "--save-result", description = "Write the result as JSON.")
    private boolean save;

    @Option(
            names = "--save-detailed",
            description =
                    "With every request's lengths, stamps, text and error; needs --save-result or --append-result.")
    private boolean detailed;

    @Option(names = "--append-result", description = "Append the result as a line to the file.")
    private boolean append;

    @Option(names = "--result-dir", paramLabel = "DIR", description = "Folder of the file. Default: this one.")
    private @Nullable Path folder;

    @Option(
            names = "--result-filename",
            paramLabel = "NAME",
            description = "Default: {label}-{rate}qps[-concurrency{N}]-{model}-{date}.json.")
    private @Nullable String fileName;

    @Option(
            names = "--metadata",
            paramLabel = "KEY=VALUE",
            arity = "1..*",
            description = "Further keys of the file; labels of the run too.")
    private Map<String, String> metadata = new LinkedHashMap<>();

    @Option(names = "--label", paramLabel = "TEXT", description = "Beginning of the file's name. Default: the backend.")
    private @Nullable String label;

    @Option(
            names = "--goodput",
            paramLabel = "KEY:MS",
            arity = "1..*",
            description = "Limits of a good request: ttft, tpot, e2el. They are milliseconds.")
    private List<String> goodput = List.of();

    @Option(
            names = "--percentile-metrics",
            paramLabel = "LIST",
            description =
                    "Some of ttft,tpot,itl,e2el,client_queue_time,e2el_including_client_queue. Default: ${DEFAULT-VALUE}.")
    private String metrics = "ttft,tpot,itl";

    @Option(
            names = "--metric-percentiles",
            paramLabel = "LIST",
            description = "Such as 50,90,99. Default: ${DEFAULT-VALUE}.")
    private String percentiles = "99";

    @Option(names = "--disable-tqdm", description = "No progress on standard error.")
    private boolean silent;

    @Option(
            names = "--peak-concurrency",
            paramLabel = "exact|seconds",
            description =
                    "Ours: how \"Peak concurrent requests\" is counted. vLLM before 2026 took the requests that touched a second. Default: ${DEFAULT-VALUE}.")
    private String peak = "exact";

    boolean showsProgress() {
        return !silent;
    }

    Map<String, String> metadata() {
        return metadata;
    }

    BenchOutput output(Optional<String> model, BenchSamplingOptions sampling) {
        return new BenchOutput(
                new MetricSelection(
                        OptionParser.parse("--percentile-metrics ", () -> MetricSelection.metrics(metrics)),
                        OptionParser.parse("--metric-percentiles ", () -> MetricSelection.percentiles(percentiles))),
                OptionParser.parse("--goodput ", () -> VllmGoodputLimits.of(goodput)),
                peakRule(),
                Optional.ofNullable(label),
                model,
                sampling.tokenizer(),
                sampling.countsTokens(),
                metadata,
                new BenchOutput.Saving(
                        save, detailed, append, Optional.ofNullable(folder), Optional.ofNullable(fileName)));
    }

    private PeakConcurrencyRule peakRule() {
        return switch (peak) {
            case "exact" -> PeakConcurrencyRule.EXACT;
            case "seconds" -> PeakConcurrencyRule.SECONDS;
            default -> throw new InvalidInputException("--peak-concurrency must be exact or seconds but was " + peak);
        };
    }

    /**
     * What is to be made of the requests.
     *
     * @param label prefix of the file's name
     * @param modelId as it was asked for; empty: the one that the server named
     * @param tokenizerId as it was asked for; empty: the model's
     * @param countsTokens false with {@code --skip-tokenizer-init}
     * @param metadata keys of their own in the file
     */
    record BenchOutput(
            MetricSelection selection,
            VllmGoodputLimits goodput,
            PeakConcurrencyRule peakRule,
            Optional<String> label,
            Optional<String> modelId,
            Optional<String> tokenizerId,
            boolean countsTokens,
            Map<String, String> metadata,
            Saving saving) {
        BenchOutput {
            metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        }

        /**
         * Where the result goes.
         *
         * @param save false: nowhere
         * @param append to what the file has already
         * @param folder made if missing
         * @param fileName instead of vLLM's pattern
         */
        record Saving(
                boolean save, boolean detailed, boolean append, Optional<Path> folder, Optional<String> fileName) {
            boolean isAsked() {
                return save || append;
            }
        }
    }
}
