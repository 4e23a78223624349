package io.tidemark.importers.result;

import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One result of a file: what one load gave, or the quality of a model's answers.
 *
 * @param requests empty where the file has figures only
 * @param metrics as the file gives them
 */
public record Measurement(
        ResultSource source,
        BenchmarkTool tool,
        MeasuredTarget target,
        ResultContext context,
        ImportedLoad load,
        TimeSpan span,
        RequestCounts counts,
        Map<Metric, MetricSummary> metrics,
        List<MeasuredRequest> requests,
        ResultRemarks remarks) {
    public Measurement {
        metrics = Map.copyOf(metrics);
        requests = List.copyOf(requests);
    }

    /** Whether it is a step; else it has quality only. */
    public boolean hasLoad() {
        return counts.due() > 0 || !metrics.isEmpty() || load.isKnown();
    }

    /** The same with the load that was reported for it, if it does not say itself. */
    public Measurement withLoadIfUnknown(ImportedLoad declared) {
        return load.isKnown() || !hasLoad() ? this : with(declared, span);
    }

    public Measurement withSpan(TimeSpan other) {
        return with(load, other);
    }

    private Measurement with(ImportedLoad otherLoad, TimeSpan otherSpan) {
        return new Measurement(source, tool, target, context, otherLoad, otherSpan, counts, metrics, requests, remarks);
    }

    /**
     * Where a result stands.
     *
     * @param place in its file, e.g. {@code line 2}; empty where it is all of it
     * @param hash SHA-256 of the result, hex
     */
    public record ResultSource(String file, String place, String hash) {
        @Override
        public String toString() {
            return place.isEmpty() ? file : file + " " + place;
        }
    }

    /**
     * A tool that measured.
     *
     * @param version empty where it is not known
     * @param definitions how it defines a metric where that is not ours, by the metric's id
     */
    public record BenchmarkTool(ImportFormat format, String name, String version, Map<String, String> definitions) {
        public BenchmarkTool {
            definitions = Map.copyOf(definitions);
        }
    }

    /** What was measured; empty where the file does not say. */
    public record MeasuredTarget(String model, String url, Optional<String> serverVersion) {
        public static MeasuredTarget of(String model) {
            return new MeasuredTarget(model, "", Optional.empty());
        }
    }

    /**
     * What a result belongs to, as far as its file says.
     *
     * @param config server flags
     * @param labels what else is reported of it
     * @param workload what was sent, in words; empty where it is not known. Results with different ones are never steps of one run
     * @param run number of a repeat, from 0
     */
    public record ResultContext(
            Optional<String> phase,
            Map<String, String> config,
            Map<String, String> labels,
            String workload,
            OptionalInt run) {
        public static final ResultContext NONE =
                new ResultContext(Optional.empty(), Map.of(), Map.of(), "", OptionalInt.empty());

        public ResultContext {
            config = Map.copyOf(config);
            labels = Map.copyOf(labels);
        }
    }

    /**
     * What else a result says.
     *
     * @param missingData what it does not hold, in words
     * @param figures numbers without a place of their own, under the file's names
     * @param verdict UNKNOWN where it has none
     */
    public record ResultRemarks(
            List<String> missingData, Map<String, Double> figures, List<ImportedQuality> quality, Verdict verdict) {

        public ResultRemarks {
            missingData = List.copyOf(missingData);
            figures = Map.copyOf(figures);
            quality = List.copyOf(quality);
        }
    }
}
