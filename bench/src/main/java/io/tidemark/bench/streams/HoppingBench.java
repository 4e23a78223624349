package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.streams.StreamsConfig;

/** The same percentiles by the hopping windows of the Kafka Streams DSL, 60 s long and one a second, beside the topology. */
public final class HoppingBench {
    private static final int WINDOWS = 60;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final long CACHE_BYTES = 10 << 20;

    private final BenchmarkContext bench;
    private final StreamsSize.Load large;
    private final StreamsSize.Load small;

    /** What the DSL is given, {@code small}, is less than the topology, {@code large}: it would take minutes. */
    public HoppingBench(BenchmarkContext bench, StreamsSize.Load large, StreamsSize.Load small) {
        this.bench = bench;
        this.large = large;
        this.small = small;
    }

    /** Prints the table; returns how many times as fast the topology is. */
    public double run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("hopping: publishing");
            PublishedTraffic all = PublishedTraffic.publish(stack, bench, new Team("published"), large);
            PublishedTraffic some = PublishedTraffic.publish(stack, bench, new Team("some"), small);
            bench.print("hopping: warming up");
            topology(stack, all, "warm-up");
            hopping(stack, some, "warm-up-dsl");
            bench.print("hopping: measuring");
            double hopping = hopping(stack, some, "dsl");
            double topology = topology(stack, all, "topology");
            ResultTable table = new ResultTable("one stream thread, exactly once", "chunks read", "chunks/s", "ratio");
            row(table, "DSL, hopping windows of 60 s / 1 s", some.chunks(), hopping, 1);
            row(table, "topology, all windows", all.chunks(), topology, topology / hopping);
            bench.print("");
            bench.table("hopping", table);
            return topology / hopping;
        }
    }

    private static void row(ResultTable table, String name, long chunks, double perSecond, double ratio) {
        table.row(
                name,
                String.format(Locale.ROOT, "%,d", chunks),
                String.format(Locale.ROOT, "%,.0f", perSecond),
                String.format(Locale.ROOT, "%,.1f", ratio));
    }

    private double topology(BenchmarkCluster stack, PublishedTraffic traffic, String name)
            throws InterruptedException, ExecutionException {
        PublishedTraffic copy = traffic.copy(stack, new Team(name));
        ReadRate pace = new TopologyReader(stack, bench.nanos()).read(copy, 1).pace();
        return pace.recordsPerSecond() * traffic.chunksPerRecord();
    }

    /** Chunks per second between a tenth and all of the values. */
    private double hopping(BenchmarkCluster stack, PublishedTraffic traffic, String name)
            throws InterruptedException, ExecutionException {
        PublishedTraffic copy = traffic.copy(stack, new Team(name));
        HoppingWindowTopology hopping = new HoppingWindowTopology();
        long values = copy.windowValues() * WINDOWS;
        ConditionWait waiting = new ConditionWait(bench.nanos(), Duration.ofMillis(5), LIMIT);
        try (PlainStreamsApplication plain = PlainStreamsApplication.start(
                stack,
                bench,
                hopping.topology(copy.team(), stack.registry()),
                new PlainStreamsApplication.Settings(
                        copy.team(), StreamsConfig.EXACTLY_ONCE_V2, CACHE_BYTES, List.of()))) {
            long began = waiting.until(
                    () -> hopping.aggregated() >= ReadRate.START * values, () -> "only " + hopping.aggregated());
            long first = hopping.aggregated();
            long ended = waiting.until(
                    () -> hopping.aggregated() >= values,
                    () -> hopping.aggregated() + " of " + values + " by " + plain);
            return copy.chunks() * ((double) (values - first) / values) / ((ended - began) / 1e9);
        }
    }
}
