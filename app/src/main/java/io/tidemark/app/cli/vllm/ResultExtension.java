package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.vllm.BenchRecorder.BenchRecord;
import io.tidemark.app.cli.vllm.BenchResultOptions.BenchOutput;
import io.tidemark.app.run.RunResult;
import io.tidemark.importers.vllm.bench.NumpyStatistics;
import io.tidemark.reports.format.RecordJson;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What we say beside vLLM's figures, under the key {@code tidemark} of the result: our definitions, and how true the run is. */
final class ResultExtension {
    /** Whose definitions the block and the file follow; printed with every result. */
    static final String SOURCE = "vllm bench serve of vLLM 009e6d4a (2026-09)";

    private static final double NANOS = 1e9;
    private static final double[] PERCENTS = {50, 90, 95, 99};

    private ResultExtension() {}

    /** A new object. */
    static ObjectNode of(RunResult result, BenchRecord record, BenchOutput output) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("run", result.key().run())
                .put("team", result.key().team().name())
                .put("definitions", SOURCE)
                .put("peak_concurrency", output.peakRule().word())
                .put("status", result.outcome().status().name());
        json.set("invalid_reasons", RecordJson.of(result.outcome().invalidReasons()));
        json.set(
                "outcomes",
                RecordJson.of(counted(record, request -> request.outcome().name())));
        json.set(
                "output_tokens_from",
                RecordJson.of(counted(record, request -> request.outputCount().name())));
        json.set("ttft_ms", distribution(record, RecordedRequest::ttftNanos));
        json.set("ttft_due_ms", distribution(record, RecordedRequest::ttftDueNanos));
        result.outcome().steps().stream().reduce((first, last) -> last).ifPresent(step -> {
            json.put("sent_share", step.sentShare());
            step.scheduleLagP99Nanos().ifPresent(lag -> json.put("schedule_lag_p99_ms", lag / 1e6));
        });
        return json;
    }

    private static Map<String, Long> counted(BenchRecord record, Function<RecordedRequest, String> by) {
        return record.requests().stream().collect(Collectors.groupingBy(by, TreeMap::new, Collectors.counting()));
    }

    private static ObjectNode distribution(BenchRecord record, Function<RecordedRequest, OptionalLong> nanos) {
        double[] seconds = record.requests().stream()
                .map(nanos)
                .filter(OptionalLong::isPresent)
                .mapToDouble(value -> value.getAsLong() / NANOS)
                .toArray();
        NumpyStatistics distribution = NumpyStatistics.ofSeconds(seconds);
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("count", seconds.length)
                .put("mean", distribution.meanMillis());
        for (double percent : PERCENTS) {
            json.put("p" + (int) percent, distribution.percentileMillis(percent));
        }
        return json;
    }
}
