package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.host.StreamsHost;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * What a team's state takes: heap for its series, and time to have it back from its changelog. The store is in memory, so that each
 * start reads all of it; starts are of a member that its group knows, or they would wait for the one before to be given up.
 */
public final class StateBench {
    private static final int COLLECTIONS = 3;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MB_PER_GB = 1_000;
    private static final double SERIES = 1_000;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final BenchmarkContext bench;
    private final StreamsSize.Load load;
    private final int repeats;

    /**
     * What was measured.
     *
     * @param heapBytes used more than by an application without data
     * @param onceBytes of the changelog as it was written
     * @param changelogBytes of the changelog that was restored, on the broker's disk
     * @param emptyNanos from the start to RUNNING with nothing to restore
     * @param restoredNanos the same with all of the changelog
     */
    public record Figures(long heapBytes, long onceBytes, long changelogBytes, long emptyNanos, long restoredNanos) {}

    private record Started(StreamsHost host, long nanos) {}

    /** Runs times targets are the series; the changelog is appended {@code repeats} times more before it is restored. */
    public StateBench(BenchmarkContext bench, StreamsSize.Load load, int repeats) {
        this.bench = bench;
        this.load = load;
        this.repeats = repeats;
    }

    /** Prints the table, returns its figures. */
    public Figures run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("state: publishing");
            stack.create(new Team("empty"));
            PublishedTraffic traffic = PublishedTraffic.publish(stack, bench, new Team("full"), load);
            start(stack, new Team("empty"), "a").host.close();
            long before = BenchmarkCluster.heapBytes(COLLECTIONS);
            Started empty = start(stack, new Team("empty"), "a");
            long idleBytes = BenchmarkCluster.heapBytes(COLLECTIONS) - before;
            empty.host.close();
            Figures figures = full(stack, traffic, idleBytes, empty.nanos);
            print(figures);
            return figures;
        }
    }

    private Figures full(BenchmarkCluster stack, PublishedTraffic traffic, long idleBytes, long emptyNanos)
            throws InterruptedException, ExecutionException {
        bench.print("state: filling");
        long before = BenchmarkCluster.heapBytes(COLLECTIONS);
        Started first = start(stack, traffic.team(), "first");
        awaitFinal(stack, traffic);
        long heapBytes = BenchmarkCluster.heapBytes(COLLECTIONS) - before - idleBytes;
        first.host.close();
        ChangelogTopic changelog = new ChangelogTopic(stack, traffic.team());
        long onceBytes = changelog.bytes();
        bench.print("state: appending its changelog again");
        changelog.repeat(repeats);
        bench.print("state: restoring");
        Started second = start(stack, traffic.team(), "first");
        second.host.close();
        return new Figures(heapBytes, onceBytes, changelog.bytes(), emptyNanos, second.nanos);
    }

    private Started start(BenchmarkCluster stack, Team team, String stateName) {
        long began = bench.nanos().nanos();
        StreamsHost host = stack.streams(team, 1, stateName);
        return new Started(host, bench.nanos().nanos() - began);
    }

    private void awaitFinal(BenchmarkCluster stack, PublishedTraffic traffic) {
        try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(traffic.team(), Topic.WINDOWS)) {
            FinalWindows finals = new FinalWindows(windows, stack.registry().decoder(WindowStats.class));
            new ConditionWait(bench.nanos(), Duration.ofMillis(50), LIMIT)
                    .until(
                            () -> traffic.isIn(finals.counts()),
                            () -> "FINAL are " + finals.counts() + " of " + traffic);
        }
    }

    private void print(Figures figures) {
        int series = load.runs() * load.targets();
        double heapMb = figures.heapBytes / BYTES_PER_MB;
        double changelogMb = figures.changelogBytes / BYTES_PER_MB;
        double seconds = (figures.restoredNanos - figures.emptyNanos) / 1e9;
        ResultTable table = new ResultTable(
                "state of " + String.format(Locale.ROOT, "%,d", series) + " series", "all", "unit", "each");
        table.row("heap", number(heapMb), "MB", number(heapMb / series * SERIES) + " MB/1000 series");
        double onceMb = figures.onceBytes / BYTES_PER_MB;
        table.row("changelog", number(onceMb), "MB", number(onceMb / series * SERIES) + " MB/1000 series");
        table.row("changelog, restored", number(changelogMb), "MB", "");
        table.row("start, nothing to restore", number(figures.emptyNanos / 1e9), "s", "");
        table.row("start, all to restore", number(figures.restoredNanos / 1e9), "s", "");
        table.row("restoring", number(seconds), "s", number(seconds / changelogMb * MB_PER_GB) + " s/GB");
        bench.print("");
        bench.table("state", table);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
