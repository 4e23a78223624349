package io.tidemark.bench.report;

import io.tidemark.app.Tidemark;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** {@code tidemark report}, as a process of its own, over a store of many requests: seconds from its start to its end, and its memory. */
public record ReportBench(BenchmarkContext bench, Size size) {
    private static final Team TEAM = new Team("bench");
    private static final int BATCH = 5_000;
    private static final int ROUNDS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * How much is in the store: a run for each phase.
     *
     * @param requests of one step, due at 50 a second
     */
    public record Size(int phases, int steps, int requests) {
        /** 4 phases of 5 steps of 50,000: a million requests over 5,000 s of windows a run. */
        public static final Size STANDARD = new Size(4, 5, 50_000);

        static final int PER_SECOND = 50;

        int all() {
            return phases * steps * requests;
        }

        int stepSeconds() {
            return Math.max(1, requests / PER_SECOND);
        }
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

    /** One {@code tidemark report} in a JVM of its own, watched from outside. */
    private static final class ReportProcess {
        /** As bin/tidemark starts it. */
        private static final List<String> OPTIONS = List.of(
                "-Xmx640m", "-Xmn150m", "-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

        private static final int LOOK_EVERY_MILLIS = 20;

        private ReportProcess() {}

        /**
         * What it took.
         *
         * @param seconds from the start of the process to its end
         * @param cpuSeconds of all its threads
         * @param peakBytes the most that it held of the machine's memory, by Linux' VmHWM
         */
        record Cost(double seconds, double cpuSeconds, long peakBytes) {}

        static Cost run(NanoClock nanos, Path store, Path out, List<String> runs)
                throws IOException, InterruptedException {
            List<String> words = new ArrayList<>();
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.addAll(OPTIONS);
            words.addAll(List.of("-cp", System.getProperty("java.class.path"), Tidemark.class.getName(), "report"));
            words.addAll(runs);
            words.addAll(List.of("--store", store.toString(), "--out", out.toString()));
            Path printed = store.resolveSibling("printed.txt");
            long before = nanos.nanos();
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            long peak = 0;
            Duration cpu = Duration.ZERO;
            while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, highWater(process.pid()));
                cpu = process.info().totalCpuDuration().orElse(cpu);
            }
            double seconds = (nanos.nanos() - before) / NANOS_PER_SECOND;
            if (process.exitValue() != 0) {
                throw new IllegalStateException(
                        "tidemark report ended with " + process.exitValue() + ": " + Files.readString(printed));
            }
            return new Cost(seconds, cpu.toMillis() / 1e3, peak);
        }

        /** 0 where the system does not show it, and when the process has just ended. */
        private static long highWater(long pid) throws IOException {
            Path status = Path.of("/proc", String.valueOf(pid), "status");
            if (!Files.isReadable(status)) {
                return 0;
            }
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        }
    }
}
