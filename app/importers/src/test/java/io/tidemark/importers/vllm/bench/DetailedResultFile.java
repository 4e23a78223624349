package io.tidemark.importers.vllm.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the requests back out of a result file that was written with {@code --save-detailed}. A file of an older client has
 * no latencies: they are its TTFT and all gaps, less the time between its two readings of the clock at the first message
 * (the gaps go by the first reading, the TTFT by the second, 0.35 us later in the recorded file).
 */
final class DetailedResultFile {
    private DetailedResultFile() {}

    static List<BenchRequest> requests(JsonNode file) {
        double secondReading = file.has("latencies") ? 0 : secondReading(file);
        List<BenchRequest> requests = new ArrayList<>();
        for (int i = 0; i < file.path("ttfts").size(); i++) {
            requests.add(request(file, i, secondReading));
        }
        return requests;
    }

    /** On average, seconds: by how much TTFT and gaps exceed the latencies that the client had. */
    private static double secondReading(JsonNode file) {
        double sum = 0;
        for (JsonNode ttft : file.path("ttfts")) {
            sum += ttft.doubleValue();
        }
        for (JsonNode gaps : file.path("itls")) {
            for (JsonNode gap : gaps) {
                sum += gap.doubleValue();
            }
        }
        return sum / file.path("ttfts").size() - file.path("mean_e2el_ms").doubleValue() / 1_000;
    }

    private static BenchRequest request(JsonNode file, int i, double secondReading) {
        String error = file.path("errors").path(i).asText();
        double ttft = file.path("ttfts").path(i).doubleValue();
        ImmutableDoubleArray.Builder itls = ImmutableDoubleArray.builder();
        file.path("itls").path(i).forEach(gap -> itls.add(gap.doubleValue()));
        ImmutableDoubleArray gaps = itls.build();
        double latency = ttft + gaps.stream().sum() - secondReading;
        return new BenchRequest(
                error.isEmpty(),
                file.path("input_lens").path(i).intValue(),
                file.path("output_lens").path(i).intValue(),
                new BenchRequest.Timing(
                        file.path("start_times").path(i).doubleValue(),
                        file.path("queue_times").path(i).asDouble(0),
                        ttft,
                        gaps,
                        file.path("latencies").path(i).asDouble(latency)),
                file.path("generated_texts").path(i).asText(),
                error);
    }
}
