package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.reports.model.RecomputedWindow;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.List;

/** Recomputed windows as JSON. */
final class WindowJson {
    private WindowJson() {}

    /** One line. */
    static String of(RunKey run, Metric metric, List<RecomputedWindow> windows) {
        ObjectNode root = JsonNodeFactory.instance
                .objectNode()
                .put("run", run.run())
                .put("team", run.team().name())
                .put("metric", metric.id());
        ArrayNode array = root.putArray("windows");
        windows.forEach(window -> put(array.addObject(), window));
        return root.toString();
    }

    private static void put(ObjectNode node, RecomputedWindow window) {
        LogHistogram sketch = window.sketch();
        node.put("step", StepNumber.of(window.step()))
                .put("target", window.target())
                .put("from", window.start().toString())
                .put("to", window.end().toString())
                .put("finality", window.finality().name())
                .put("count", sketch.count())
                .put("sumNanos", sketch.sum())
                .put("minNanos", sketch.min().orElseThrow())
                .put("p50Nanos", sketch.quantile(0.5))
                .put("p90Nanos", sketch.quantile(0.9))
                .put("p95Nanos", sketch.quantile(0.95))
                .put("p99Nanos", sketch.quantile(0.99))
                .put("maxNanos", sketch.max().orElseThrow());
    }
}
