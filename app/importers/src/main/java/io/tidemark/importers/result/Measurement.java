package io.tidemark.importers.result;

import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Map;

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
}
