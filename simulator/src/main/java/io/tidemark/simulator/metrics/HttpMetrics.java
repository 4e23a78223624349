package io.tidemark.simulator.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What prometheus-fastapi-instrumentator counts in front of vLLM: requests by handler, method and class of status. Thread-safe.
 */
public final class HttpMetrics {
    private static final Set<String> EXCLUDED =
            Set.of("/metrics", "/health", "/load", "/ping", "/version", "/server_info");
    /** What no vLLM has is not counted as if it were there. */
    private static final String OWN = "/simulator/";

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] MANY = {
        .01, .025, .05, .075, .1, .25, .5, .75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7.5, 10, 30, 60
    };
    private static final double[] FEW = {.1, .5, 1};
    private static final String SIZE_HELP =
            " by handler. Only value of header is respected. Otherwise ignored. No percentile calculated. ";

    private final Map<SampleLabels, Count> requests = new LinkedHashMap<>();
    private final Map<SampleLabels, Count> requestSizes = new LinkedHashMap<>();
    private final Map<SampleLabels, Count> responseSizes = new LinkedHashMap<>();
    private final Map<SampleLabels, Timed> durations = new LinkedHashMap<>();
    private final BucketHistogram fine = new BucketHistogram(MANY);
    private final double startedSeconds;

    /** @param startedSeconds the server's start, Unix time */
    HttpMetrics(double startedSeconds) {
        this.startedSeconds = startedSeconds;
    }

    /**
     * A request that has been answered.
     *
     * @param handler its path; {@code none} where no handler is
     * @param requestBytes by its Content-Length, else 0
     * @param responseBytes by the answer's Content-Length, else 0
     * @param atSeconds when, Unix time
     */
    public record ServedRequest(
            String handler,
            String method,
            int status,
            long requestBytes,
            long responseBytes,
            long durationNanos,
            double atSeconds) {}

    /** A sum that began with its first observation. */
    private static final class Count {
        private final double createdSeconds;
        private long count;
        private double sum;

        Count(double createdSeconds) {
            this.createdSeconds = createdSeconds;
        }

        void add(double value) {
            count++;
            sum += value;
        }
    }

    private record Timed(double createdSeconds, BucketHistogram histogram) {}

    public synchronized void recordResponse(ServedRequest answered) {
        if (EXCLUDED.contains(answered.handler()) || answered.handler().startsWith(OWN)) {
            return;
        }
        SampleLabels handler = SampleLabels.of("handler", answered.handler());
        SampleLabels method = handler.with("method", answered.method());
        String statusClass = answered.status() / 100 + "xx";
        double atSeconds = answered.atSeconds();
        double seconds = answered.durationNanos() / NANOS_PER_SECOND;
        requests.computeIfAbsent(method.with("status", statusClass), it -> new Count(atSeconds))
                .add(1);
        requestSizes.computeIfAbsent(handler, it -> new Count(atSeconds)).add((double) answered.requestBytes());
        responseSizes.computeIfAbsent(handler, it -> new Count(atSeconds)).add((double) answered.responseBytes());
        durations
                .computeIfAbsent(method, it -> new Timed(atSeconds, new BucketHistogram(FEW)))
                .histogram()
                .observe(seconds);
        fine.observe(seconds);
    }

    synchronized void write(MetricsTextWriter text) {
        writeRequests(text);
        writeSizes(text, "http_request_size_bytes", "Content length of incoming requests", requestSizes);
        writeSizes(text, "http_response_size_bytes", "Content length of outgoing responses", responseSizes);
        String fineName = "http_request_duration_highr_seconds";
        String fineHelp = "Latency with many buckets but no API specific labels. Made for more accurate percentile"
                + " calculations. ";
        text.head(fineName, "histogram", fineHelp);
        text.buckets(fineName, SampleLabels.NONE, fine);
        text.head(fineName + "_created", "gauge", fineHelp);
        text.sample(fineName + "_created", SampleLabels.NONE, startedSeconds);
        writeDurations(text);
    }

    private void writeRequests(MetricsTextWriter text) {
        String help = "Total number of requests by method, status and handler.";
        text.head("http_requests_total", "counter", help);
        requests.forEach((labels, count) -> text.sample("http_requests_total", labels, count.sum));
        writeCreated(text, "http_requests", help, requests);
    }

    private static void writeSizes(MetricsTextWriter text, String name, String what, Map<SampleLabels, Count> sizes) {
        String help = what + SIZE_HELP;
        text.head(name, "summary", help);
        sizes.forEach((labels, size) -> {
            text.sample(name + "_count", labels, (double) size.count);
            text.sample(name + "_sum", labels, size.sum);
        });
        writeCreated(text, name, help, sizes);
    }

    private void writeDurations(MetricsTextWriter text) {
        String name = "http_request_duration_seconds";
        String help = "Latency with only few buckets by handler. Made to be only used if aggregation by handler is"
                + " important. ";
        text.head(name, "histogram", help);
        durations.forEach((labels, timed) -> text.buckets(name, labels, timed.histogram()));
        if (durations.isEmpty()) {
            return;
        }
        text.head(name + "_created", "gauge", help);
        durations.forEach((labels, timed) -> text.sample(name + "_created", labels, timed.createdSeconds()));
    }

    private static void writeCreated(
            MetricsTextWriter text, String name, String help, Map<SampleLabels, Count> counts) {
        if (counts.isEmpty()) {
            return;
        }
        text.head(name + "_created", "gauge", help);
        counts.forEach((labels, count) -> text.sample(name + "_created", labels, count.createdSeconds));
    }
}
