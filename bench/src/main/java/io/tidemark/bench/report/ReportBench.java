package io.tidemark.bench.report;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** {@code tidemark report}, as a process of its own, over a store of many requests: seconds from its start to its end, and its memory. */
public final class ReportBench {
    private static final Team TEAM = new Team("bench");
    private static final int BATCH = 5_000;
    private static final int ROUNDS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchmarkContext bench;
    private final ReportSize size;

    public ReportBench(BenchmarkContext bench, ReportSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Fills the store, makes the report a few times and prints the table; the bytes of the page. */
    public long run() throws IOException, InterruptedException {
        bench.print("report: " + size);
        Files.createDirectories(bench.folder());
        Path store = bench.folder().resolve("store.db");
        List<StoredRun> runs = IntStream.range(0, size.phases())
                .mapToObj(phase -> new StoredRun(phase, size))
                .toList();
        long before = bench.nanos().nanos();
        fill(store, runs);
        double fillSeconds = (bench.nanos().nanos() - before) / NANOS_PER_SECOND;
        bench.print(String.format(
                Locale.ROOT,
                "%,d requests stored in %.0f s, %,d MiB",
                size.all(),
                fillSeconds,
                mib(Files.size(store))));
        ResultTable table = new ResultTable(
                "report over", "round", "seconds", "CPU seconds", "peak memory MiB", "page MiB", "files");
        long page = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            Path out = bench.folder().resolve("report-" + round);
            ReportProcess.Cost cost = ReportProcess.run(
                    bench.nanos(), store, out, runs.stream().map(StoredRun::id).toList());
            page = Files.size(out.resolve("report.html"));
            table.row(
                    String.format(Locale.ROOT, "%,d requests", size.all()),
                    String.valueOf(round),
                    String.format(Locale.ROOT, "%.1f", cost.seconds()),
                    String.format(Locale.ROOT, "%.1f", cost.cpuSeconds()),
                    String.format(Locale.ROOT, "%,d", mib(cost.peakBytes())),
                    String.format(Locale.ROOT, "%.1f", page / (double) (1 << 20)),
                    String.valueOf(files(out)));
        }
        bench.table("report", table);
        return page;
    }

    private static void fill(Path file, List<StoredRun> runs) {
        TrustedEventClasses.trust();
        try (ResultStore store = SqliteStore.open(file)) {
            List<StoreChange> changes = new ArrayList<>();
            for (StoredRun run : runs) {
                run.events(event -> {
                    changes.add(new StoreChange.StoredEvent(TEAM, Instant.EPOCH, event));
                    if (changes.size() == BATCH) {
                        flush(store, changes);
                    }
                });
            }
            flush(store, changes);
        }
    }

    private static void flush(ResultStore store, List<StoreChange> changes) {
        store.write(new WriteBatch(changes, List.of()));
        changes.clear();
    }

    private static long mib(long bytes) {
        return bytes >> 20;
    }

    private static long files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.count();
        }
    }
}
