package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.streams.StreamsBench;
import io.tidemark.bench.streams.StreamsSize;
import io.tidemark.schemas.Team;
import io.tidemark.streams.host.StreamsHost;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The lag of a quiet run's windows while the team's other runs come at half of what its application can read, found out just before.
 *
 * @param load what the capacity is found out with
 * @param size of the quiet run
 */
public record HalfLoadBench(BenchmarkContext bench, StreamsSize.Load load, LagBench.Size size) {
    private static final Team TEAM = new Team("half");
    private static final double SHARE = 0.5;
    /** From the flood's start to the probe's, and from the probe's end to the flood's. */
    private static final int MARGIN_SECONDS = 1;

    /** Prints the table, returns the counts. */
    public LagBench.Counts run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("half: measuring capacity");
            double capacity = StreamsBench.capacity(stack, bench, load);
            int seconds = size.warmUpSeconds() + size.measuredSeconds() + 2 * MARGIN_SECONDS;
            double requestsPerSecond = SHARE * capacity / RunShape.CHAT_CHUNKS;
            bench.print(String.format(
                    Locale.ROOT,
                    "half: capacity %,.0f chunks/s; recording %,.0f requests/s of %,.0f chunks/s for %d s",
                    capacity,
                    requestsPerSecond,
                    SHARE * capacity,
                    seconds));
            stack.create(TEAM);
            BackgroundLoad flood =
                    BackgroundLoad.record(bench, stack, TEAM, new BackgroundLoad.Rate(requestsPerSecond, seconds));
            try (StreamsHost host = stack.streams(TEAM)) {
                return observe(stack, flood, host);
            }
        }
    }

    private LagBench.Counts observe(BenchmarkCluster stack, BackgroundLoad flood, StreamsHost host)
            throws InterruptedException, ExecutionException {
        ExecutorService sender = Executors.newSingleThreadExecutor();
        try {
            Future<BackgroundLoad.Sent> sending = sender.submit(flood);
            long probeNanos =
                    flood.startNanos() + Duration.ofSeconds(MARGIN_SECONDS).toNanos();
            new ConditionWait(bench.nanos(), Duration.ofMillis(5), Duration.ofMinutes(1))
                    .until(
                            () -> sending.isDone() || bench.nanos().nanos() >= probeNanos,
                            () -> String.valueOf(host.status()));
            LagProbe.Observed observed = new LagProbe(bench, stack, TEAM, size).observe();
            BackgroundLoad.Sent sent = sending.get();
            bench.print(String.format(
                    Locale.ROOT,
                    "half: %,.0f records/s were sent beside the quiet run",
                    sent.events() / (sent.nanos() / 1e9)));
            return observed.print(bench, "half");
        } finally {
            sender.shutdown();
        }
    }
}
