package io.tidemark.bench.scale;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import io.tidemark.streams.host.GroupOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * What idle teams cost a streams host: threads, heap, sockets, processor time, and the time until all of them run, and until one that is
 * made while they do runs too.
 */
public final class TeamsBench {
    private final BenchmarkContext bench;
    private final List<Integer> counts;
    private final Duration idle;

    /** How many teams there were, and ran. */
    public record Counts(int teams, long running) {}

    private record Measured(
            int teams,
            double topicsSeconds,
            double startSeconds,
            double oneMoreSeconds,
            StreamsHostProcess.Resources holds,
            double idleCores) {}

    /** @param counts of teams, rising: a host is started anew for each */
    public TeamsBench(BenchmarkContext bench, List<Integer> counts, Duration idle) {
        this.bench = bench;
        this.counts = List.copyOf(counts);
        this.idle = idle;
    }

    /** Prints the table, returns its counts. */
    public List<Counts> run() throws InterruptedException, ExecutionException, IOException {
        List<Measured> rows = new ArrayList<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            int made = 0;
            for (int teams : counts) {
                bench.print("teams: " + teams);
                long began = bench.nanos().nanos();
                int before = made;
                for (; made < teams; made++) {
                    stack.create(new Team("team-" + made));
                }
                rows.add(measure(stack, teams, seconds(began) / Math.max(1, made - before)));
                made++; // the one more
            }
        }
        print(rows);
        return rows.stream()
                .map(row -> new Counts(row.teams, row.holds.running()))
                .toList();
    }

    private Measured measure(BenchmarkCluster stack, int teams, double topicsSeconds)
            throws IOException, InterruptedException, ExecutionException {
        long began = bench.nanos().nanos();
        try (StreamsHostProcess host = StreamsHostProcess.start(bench, stack, "host-" + teams, GroupOptions.CLASSIC)) {
            host.awaitRunning(bench.nanos(), teams);
            double startSeconds = seconds(began);
            StreamsHostProcess.Resources first = host.resources();
            long since = bench.nanos().nanos();
            LockSupport.parkNanos(idle.toNanos());
            StreamsHostProcess.Resources last = host.resources();
            double cores = (last.cpuMillis() - first.cpuMillis()) / 1e3 / seconds(since);
            stack.create(new Team("team-" + teams));
            long made = bench.nanos().nanos();
            host.awaitRunning(bench.nanos(), teams + 1);
            return new Measured(teams, topicsSeconds, startSeconds, seconds(made), last, cores);
        }
    }

    private double seconds(long sinceNanos) {
        return (bench.nanos().nanos() - sinceNanos) / 1e9;
    }

    private void print(List<Measured> rows) {
        ResultTable table = new ResultTable(
                "teams",
                "s per team's topics",
                "s until all run",
                "s until one more runs",
                "threads",
                "heap MiB",
                "sockets",
                "idle cores");
        for (Measured row : rows) {
            table.row(
                    String.valueOf(row.teams),
                    String.format(Locale.ROOT, "%.2f", row.topicsSeconds),
                    String.format(Locale.ROOT, "%.1f", row.startSeconds),
                    String.format(Locale.ROOT, "%.1f", row.oneMoreSeconds),
                    String.valueOf(row.holds.threads()),
                    String.format(Locale.ROOT, "%.0f", row.holds.heapBytes() / 1048576.0),
                    String.valueOf(row.holds.sockets()),
                    String.format(Locale.ROOT, "%.2f", row.idleCores));
        }
        bench.print("");
        bench.table("teams", table);
    }
}
