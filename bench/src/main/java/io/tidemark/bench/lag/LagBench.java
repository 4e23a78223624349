package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.schemas.Team;
import io.tidemark.streams.host.StreamsHost;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/** How long after a request's end a window that holds it can be read, beside how long a bare consumer waits for the request. */
public record LagBench(BenchmarkContext bench, Size size) {
    private static final Team TEAM = new Team("lag");

    /** Requests that ended in the measured time, and how many of them were found in a window, and in a FINAL one. */
    public record Counts(int requests, int inAny, int inFinal) {}

    /** How long load is published in real time; requests that end in the warm-up are left out. */
    public record Size(double requestsPerSecond, int warmUpSeconds, int measuredSeconds) {
        public static final Size STANDARD = new Size(20, 15, 60);

        int requests() {
            return (int) Math.round(requestsPerSecond * (warmUpSeconds + measuredSeconds));
        }
    }

    /** Publishes in real time, prints the table, returns the counts. */
    public Counts run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            stack.create(TEAM);
            try (StreamsHost host = stack.streams(TEAM)) {
                bench.print(String.format(
                        Locale.ROOT,
                        "lag: %.0f requests/s for %d s after %d s of warm-up; %s",
                        size.requestsPerSecond(),
                        size.measuredSeconds(),
                        size.warmUpSeconds(),
                        host.status()));
                return new LagProbe(bench, stack, TEAM, size).observe().print(bench, "lag");
            }
        }
    }
}
