package io.tidemark.bench.scale;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Table;
import io.tidemark.bench.Workbench;
import io.tidemark.schemas.Team;
import io.tidemark.streams.HostGroup;
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
    private final Workbench bench;
    private final List<Integer> counts;
    private final Duration idle;

    /** How many teams there were, and ran. */
    public record Counts(int teams, long running) {}

    private record Measured(
            int teams,
            double topicsSeconds,
            double startSeconds,
            double oneMoreSeconds,
            HostUnderTest.Holds holds,
            double idleCores) {}

    /** @param counts of teams, rising: a host is started anew for each */
    public TeamsBench(Workbench bench, List<Integer> counts, Duration idle) {
        this.bench = bench;
        this.counts = List.copyOf(counts);
        this.idle = idle;
    }

    /** Prints the table, returns its counts. */
    public List<Counts> run() throws InterruptedException, ExecutionException, IOException {
        List<Measured> rows = new ArrayList<>();
        try (Stack stack = Stack.start(bench)) {
            int made = 0;
            for (int teams : counts) {
                bench.say("teams: " + teams);
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

    private Measured measure(Stack stack, int teams, double topicsSeconds)
            throws IOException, InterruptedException, ExecutionException {
        long began = bench.nanos().nanos();
        try (HostUnderTest host = HostUnderTest.start(bench, stack, "host-" + teams, HostGroup.CLASSIC)) {
            host.awaitRunning(bench.nanos(), teams);
            double startSeconds = seconds(began);
            HostUnderTest.Holds first = host.holds();
            long since = bench.nanos().nanos();
            LockSupport.parkNanos(idle.toNanos());
            HostUnderTest.Holds last = host.holds();
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
        Table table = new Table(
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
        bench.say("");
        bench.table("teams", table);
    }
}
