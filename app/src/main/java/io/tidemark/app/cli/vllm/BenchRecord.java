package io.tidemark.app.cli.vllm;

import java.util.List;

/**
 * The requests of a benchmark, in the order of their schedule.
 *
 * @param startNanos when the schedule began, by the run's clock
 */
record BenchRecord(long startNanos, List<RecordedRequest> requests) {
    private static final double NANOS = 1e9;

    BenchRecord {
        requests = List.copyOf(requests);
    }

    /** From the schedule's start to the end of the last request. */
    double durationSeconds() {
        long end = requests.stream().mapToLong(RecordedRequest::endNanos).max().orElse(startNanos);
        return Math.max(1, end - startNanos) / NANOS;
    }
}
