package io.tidemark.bench.console;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.harness.SqlStatements;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How long the console's first answers take on a large SQLite store: each path is asked several times, the first time apart. */
public final class ConsoleStoreBench {
    private static final Team TEAM = new Team("bench");
    private static final Instant START = Instant.parse("2026-08-01T00:00:00Z");
    private static final int ROUNDS = 9;
    private static final double MILLI = 1e6;
    /** What one address sends at once is what is measured. */
    static final WebLimits ALL_AT_ONCE = new WebLimits(10_000, 1 << 20, Duration.ofMinutes(1), 100_000, 100_000);

    /** All but the run. */
    private static final String COLUMNS = "team, metric, window_seconds, request_class, step, target, end_micros,"
            + " start_micros, finality, revision, count, sum_nanos, min_nanos, max_nanos, p50_nanos, p90_nanos, p95_nanos,"
            + " p99_nanos, ended, not_ok, output_tokens, late, signals, signal_age_millis, in_flight, thinned,"
            + " appended_micros, missing, sketch";

    private final BenchmarkContext bench;
    private final int runs;
    private final int windowsOfARun;

    /** @param windowsOfARun of one metric, one a second */
    public ConsoleStoreBench(BenchmarkContext bench, int runs, int windowsOfARun) {
        this.bench = bench;
        this.runs = runs;
        this.windowsOfARun = windowsOfARun;
    }

    /** Prints the table. @return milliseconds of the first answer by path */
    public Map<String, Double> run() throws IOException, SQLException, InterruptedException {
        TrustedEventClasses.trust();
        Files.createDirectories(bench.folder());
        Path file = bench.folder().resolve("store.db");
        StoreAddress store = StoreAddress.of(file);
        fill(file, store);
        bench.print(String.format(
                Locale.ROOT,
                "console-store: %,d runs, %,d windows, %,d MiB of SQLite",
                runs,
                (long) runs * windowsOfARun,
                Files.size(file) >> 20));
        Map<String, Double> first = new LinkedHashMap<>();
        ResultTable table = new ResultTable("path", "first ms", "then median", "max", "kB");
        ConsoleServer.Listening listening = new ConsoleServer.Listening(
                ListenAddress.parse("127.0.0.1:0"), new WebSecurity(Optional.empty(), Optional.empty(), ALL_AT_ONCE));
        ConsoleServer.Shown shown = new ConsoleServer.Shown(store, List.of(), Optional.empty());
        try (ConsoleServer console = ConsoleServer.start(listening, shown, bench.wall(), routes -> {})) {
            HttpClient http = HttpClient.newHttpClient();
            for (String path : paths()) {
                measure(http, console.url(), path, table, first);
            }
        }
        bench.table("console-store", table);
        return first;
    }

    private List<String> paths() {
        String run = "/api/v1/teams/bench/runs/" + id(runs / 2);
        return List.of(
                "/",
                "/api/v1/session",
                "/api/v1/now",
                "/api/v1/runs?limit=50",
                run,
                run + "/windows?metric=ttft&points=1000",
                run + "/breaches",
                "/api/v1/experiments");
    }

    private void measure(HttpClient http, String url, String path, ResultTable table, Map<String, Double> first)
            throws IOException, InterruptedException {
        long[] nanos = new long[ROUNDS];
        int bytes = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long began = bench.nanos().nanos();
            HttpResponse<byte[]> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofByteArray());
            nanos[i] = bench.nanos().nanos() - began;
            bytes = answer.body().length;
            if (answer.statusCode() >= 400 && !path.equals("/")) {
                throw new IllegalStateException(path + " answered " + answer.statusCode());
            }
        }
        first.put(path, nanos[0] / MILLI);
        DurationSample then = DurationSample.of(Arrays.copyOfRange(nanos, 1, ROUNDS));
        table.row(
                path,
                String.format(Locale.ROOT, "%.1f", nanos[0] / MILLI),
                then.millis(0.5),
                then.millis(1),
                String.format(Locale.ROOT, "%.1f", bytes / 1e3));
    }

    private static String id(int run) {
        return String.format(Locale.ROOT, "01JD8Z6K3M5TQX9V2R7C%06d", run);
    }

    /** Runs and the windows of one are written as a sink does; the windows of the others are copies of it, made by the database. */
    private void fill(Path file, StoreAddress address) throws SQLException {
        try (ResultStore store = address.open()) {
            store.write(batch(IntStream.range(0, runs).mapToObj(this::run)));
            store.write(batch(IntStream.rangeClosed(1, windowsOfARun).mapToObj(this::window)));
        }
        SqlStatements.execute("jdbc:sqlite:" + file, copies());
    }

    /** The windows of the first run, for every other one. */
    private static String copies() {
        return "INSERT INTO window_stats (run, " + COLUMNS + ") SELECT others.run, " + COLUMNS
                + " FROM (SELECT run FROM runs WHERE run <> '" + id(0) + "') AS others,"
                + " (SELECT " + COLUMNS + " FROM window_stats WHERE run = '" + id(0) + "') AS windows";
    }

    private StoreChange.StoredEvent run(int number) {
        Instant started = START.plusSeconds(3_600L * number);
        RunState state = BenchRun.of(id(number), started)
                .setExperiment("experiment-" + number / 20)
                .setPhase(number % 2 == 0 ? "baseline" : "tuned")
                .setEnded(started.plusSeconds(windowsOfARun))
                .setStatus(RunStatus.ENDED)
                .build();
        return new StoreChange.StoredEvent(TEAM, started, BenchRun.event(started, state));
    }

    private StoreChange.StoredEvent window(int second) {
        Instant end = START.plusSeconds(second);
        return new StoreChange.StoredEvent(
                TEAM,
                end,
                WindowStats.newBuilder()
                        .setRun(id(0))
                        .setStep(0)
                        .setTarget("gpu")
                        .setMetric(MetricName.TTFT)
                        .setWindowSeconds(10)
                        .setStart(end.minusSeconds(10))
                        .setEnd(end)
                        .setFinality(Finality.FINAL)
                        .setCount(100)
                        .setSumNanos(100_000_000)
                        .setP50Nanos(100_000_000L + second)
                        .setP95Nanos(150_000_000L + second)
                        .setP99Nanos(200_000_000L + second % 97)
                        .setSketch(ByteBuffer.allocate(0))
                        .setSignals(Map.of(
                                "engine.requests.waiting", 3.0,
                                "engine.requests.running", 12.0,
                                "engine.kv.usage_ratio", 0.4))
                        .build());
    }

    private static WriteBatch batch(Stream<? extends StoreChange> changes) {
        return new WriteBatch(changes.<StoreChange>map(change -> change).toList(), List.of());
    }
}
