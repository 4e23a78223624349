package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.streams.StreamsConfig;

/** What exactly-once costs: a team's topology with it, beside the same topology that may count twice, on one thread each. */
public final class GuaranteeBench {
    private final BenchmarkContext bench;
    private final StreamsSize size;

    public GuaranteeBench(BenchmarkContext bench, StreamsSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table; returns the ratio of exactly once to at least once. */
    public double run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("guarantee: publishing");
            PublishedTraffic traffic = PublishedTraffic.publish(stack, bench, new Team("published"), size.load());
            bench.print("guarantee: warming up");
            read(stack, traffic, "warm-up", StreamsConfig.EXACTLY_ONCE_V2);
            double[] exactly = new double[size.rounds()];
            double[] atLeast = new double[size.rounds()];
            for (int i = 0; i < size.rounds(); i++) {
                bench.print("guarantee: round " + (i + 1) + " of " + size.rounds());
                atLeast[i] = read(stack, traffic, "alos-" + i, StreamsConfig.AT_LEAST_ONCE);
                exactly[i] = read(stack, traffic, "eos-" + i, StreamsConfig.EXACTLY_ONCE_V2);
            }
            return print(traffic, median(exactly), median(atLeast));
        }
    }

    private double print(PublishedTraffic traffic, double exactly, double atLeast) {
        ResultTable table =
                new ResultTable("one stream thread, median of " + size.rounds() + " rounds", "chunks/s", "ratio");
        row(table, "at least once (refused by the product)", atLeast * traffic.chunksPerRecord(), 1);
        row(table, "exactly once", exactly * traffic.chunksPerRecord(), exactly / atLeast);
        bench.print("");
        bench.table("guarantee", table);
        return exactly / atLeast;
    }

    private static void row(ResultTable table, String name, double chunksPerSecond, double ratio) {
        table.row(
                name, String.format(Locale.ROOT, "%,.0f", chunksPerSecond), String.format(Locale.ROOT, "%.3f", ratio));
    }

    private double read(BenchmarkCluster stack, PublishedTraffic traffic, String name, String guarantee)
            throws InterruptedException, ExecutionException {
        PublishedTraffic copy = traffic.copy(stack, new Team(name));
        TeamServices tools = TeamServices.withoutMeters(copy.team(), stack.registry());
        return new TopologyReader(stack, bench.nanos())
                .read(copy, () -> {
                    PlainStreamsApplication plain = PlainStreamsApplication.start(
                            stack,
                            bench,
                            TeamTopology.of(copy.team(), tools, BenchmarkCluster.PARTITIONS),
                            new PlainStreamsApplication.Settings(
                                    copy.team(), guarantee, 0, List.of(Topic.TOKENS, Topic.REQUESTS)));
                    return plain::close;
                })
                .pace()
                .recordsPerSecond();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
