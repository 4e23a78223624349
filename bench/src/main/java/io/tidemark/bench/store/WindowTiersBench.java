package io.tidemark.bench.store;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.harness.SqlStatements;
import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.SketchQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What the tiers of windows cost: bytes of a row without a sketch, of a minute with its sketch and of an hour, of a soak at 2 requests/s with 200 tokens
 * each, in SQLite and PostgreSQL; and of the whole soak in each tier.
 */
public final class WindowTiersBench {
    private static final Team TEAM = new Team("bench");
    private static final Instant START = Instant.parse("2026-08-01T00:00:00Z");
    private static final List<Metric> METRICS =
            List.of(Metric.TTFT, Metric.TTFT_DUE, Metric.TPOT, Metric.ITL, Metric.E2E, Metric.QUEUE_TIME);
    private static final int REQUESTS_PER_MINUTE = 120;
    private static final int GAPS_PER_REQUEST = 200;
    private static final int SOAK_DAYS = 91;
    private static final int MINUTES_PER_DAY = 24 * 60;
    /** 10 s, 60 s, 300 s and the step so far. */
    private static final int LENGTHS = 4;

    private static final int BATCH = 5_000;
    private static final double MIB = 1 << 20;
    private static final Map<String, Double> SIGNALS = Map.of(
            "engine.generation_tokens", 141.33349377427203,
            "engine.prompt_tokens", 938.1956840937344,
            "engine.requests.running", 12.0,
            "engine.kv.usage_ratio", 0.2193,
            "engine.preemptions", 0.0,
            "engine.prefix.hits", 0.0,
            "engine.requests.finished", 1.997591566388415,
            "engine.requests.waiting", 0.0,
            "engine.prefix.queries", 938.1956840937344);

    private final BenchmarkContext bench;
    private final int days;
    private final String run = Ulid.next(InstantSource.fixed(START), new SplittableRandom(1));

    /** @param days that are stored; the soak is computed from their rows */
    public WindowTiersBench(BenchmarkContext bench, int days) {
        this.bench = bench;
        this.days = days;
    }

    /** Bytes of a row. */
    private record RowBytes(double window, double minute, double hour) {}

    /** Prints the table. @return bytes of an hour's row in SQLite */
    public double run() throws IOException, SQLException {
        TrustedEventClasses.trust();
        Files.createDirectories(bench.folder());
        bench.print("window-tiers: " + days + " days of 2 requests/s, " + METRICS.size() + " metrics");
        ResultTable table = new ResultTable("store", "tier", "rows of " + SOAK_DAYS + " days", "bytes/row", "MiB");
        RowBytes sqlite = sqlite();
        describe(table, "SQLite", sqlite);
        if (PostgresServer.obstacle().isEmpty()) {
            describe(table, "PostgreSQL", postgres());
        }
        bench.table("window-tiers", table);
        return sqlite.hour;
    }

    private static void describe(ResultTable table, String store, RowBytes bytes) {
        long minutes = (long) SOAK_DAYS * MINUTES_PER_DAY * METRICS.size();
        row(
                table,
                store,
                "each second, a day of it",
                new Cost(60L * MINUTES_PER_DAY * METRICS.size() * LENGTHS, bytes.window));
        row(table, store, "minutes: 10 s, 5 min and step", new Cost(minutes * (LENGTHS - 1), bytes.window));
        row(table, store, "minutes: 60 s with sketch", new Cost(minutes, bytes.minute));
        row(table, store, "hours", new Cost(minutes / 60, bytes.hour));
    }

    private record Cost(long rows, double bytesPerRow) {}

    private static void row(ResultTable table, String store, String tier, Cost cost) {
        table.row(
                store,
                tier,
                String.format(Locale.ROOT, "%,d", cost.rows),
                String.format(Locale.ROOT, "%,.0f", cost.bytesPerRow),
                String.format(Locale.ROOT, "%,.1f", cost.rows * cost.bytesPerRow / MIB));
    }

    private RowBytes sqlite() throws IOException, SQLException {
        Path plain = bench.folder().resolve("plain.db");
        Path full = bench.folder().resolve("full.db");
        String plainUrl = "jdbc:sqlite:" + plain;
        String fullUrl = "jdbc:sqlite:" + full;
        try (ResultStore without =
                        StoreAddress.of(plain.toString(), Optional.empty()).open();
                ResultStore with =
                        StoreAddress.of(full.toString(), Optional.empty()).open()) {
            double empty = sqliteBytes(plainUrl);
            fill(without, false);
            fill(with, true);
            double windows = (sqliteBytes(plainUrl) - empty) / rows();
            with.maintain(TEAM, Retention.FOR_GOOD, end());
            double all = sqliteBytes(fullUrl);
            SqlStatements.execute(fullUrl, "DELETE FROM window_hours");
            double minutes = sqliteBytes(fullUrl);
            return new RowBytes(windows, (minutes - empty) / rows(), (all - minutes) / (rows() / 60.0));
        }
    }

    private static double sqliteBytes(String url) throws SQLException {
        SqlStatements.execute(url, "VACUUM");
        return SqlStatements.number(url, "PRAGMA page_count") * (double) SqlStatements.number(url, "PRAGMA page_size");
    }

    private RowBytes postgres() throws IOException, SQLException {
        try (PostgresServer server = PostgresServer.start(bench.folder())) {
            RowBytes bytes = new RowBytes(0, 0, 0);
            for (boolean sketches : new boolean[] {false, true}) {
                String url = server.url() + "&currentSchema=tiers_" + sketches;
                try (ResultStore store = StoreAddress.of(url, Optional.empty()).open()) {
                    fill(store, sketches);
                    store.maintain(TEAM, Retention.FOR_GOOD, end());
                    scan(store);
                }
                double windows = tableBytes(url, "window_stats") / rows();
                bytes = sketches
                        ? new RowBytes(bytes.window, windows, tableBytes(url, "window_hours") / (rows() / 60.0))
                        : new RowBytes(windows, 0, 0);
            }
            return bytes;
        }
    }

    private static double tableBytes(String url, String table) throws SQLException {
        return SqlStatements.number(
                url,
                "SELECT SUM(pg_total_relation_size(tableoid))::BIGINT FROM (SELECT DISTINCT tableoid FROM " + table
                        + ") AS used");
    }

    private void scan(ResultStore store) {
        LogHistogram all = new LogHistogram();
        long before = bench.nanos().nanos();
        try (ResultReader reader = store.reader()) {
            reader.scanSketches(SketchQuery.of(new RunKey(TEAM, run), Metric.ITL), row -> all.merge(row.sketch()));
        }
        bench.print(String.format(
                Locale.ROOT,
                "%,d values of all minutes merged in %,.0f ms",
                all.count(),
                (bench.nanos().nanos() - before) / 1e6));
    }

    private long rows() {
        return (long) days * MINUTES_PER_DAY * METRICS.size();
    }

    private Instant end() {
        return START.plus(Duration.ofDays(days));
    }

    private void fill(ResultStore store, boolean sketches) {
        SplittableRandom random = new SplittableRandom(1);
        List<StoreChange> changes = new ArrayList<>();
        for (int minute = 1; minute <= days * MINUTES_PER_DAY; minute++) {
            Instant end = START.plus(Duration.ofMinutes(minute));
            for (Metric metric : METRICS) {
                changes.add(new StoreChange.StoredEvent(TEAM, end, window(metric, end, sketches, random)));
            }
            if (changes.size() >= BATCH) {
                store.write(new WriteBatch(changes, List.of()));
                changes.clear();
            }
        }
        store.write(new WriteBatch(changes, List.of()));
    }

    private WindowStats window(Metric metric, Instant end, boolean sketches, SplittableRandom random) {
        LogHistogram sketch = new LogHistogram();
        int times = metric == Metric.ITL ? GAPS_PER_REQUEST : 1;
        for (int value = 0; value < REQUESTS_PER_MINUTE; value++) {
            sketch.add(nanos(metric, random), times);
        }
        return WindowStats.newBuilder()
                .setRun(run)
                .setStep(0)
                .setTarget("default")
                .setMetric(metric.event())
                .setWindowSeconds(60)
                .setStart(end.minusSeconds(60))
                .setEnd(end)
                .setFinality(Finality.FINAL)
                .setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setMinNanos(sketch.min().orElseThrow())
                .setMaxNanos(sketch.max().orElseThrow())
                .setP50Nanos(sketch.quantile(0.5))
                .setP90Nanos(sketch.quantile(0.9))
                .setP95Nanos(sketch.quantile(0.95))
                .setP99Nanos(sketch.quantile(0.99))
                .setEnded(REQUESTS_PER_MINUTE)
                .setOutputTokens((long) REQUESTS_PER_MINUTE * GAPS_PER_REQUEST)
                .setSignals(SIGNALS)
                .setSignalAgeMillis(400L)
                .setInFlight(12)
                .setSketch(ByteBuffer.wrap(sketches ? sketch.encode() : new byte[0]))
                .build();
    }

    /** Lognormal; two in a hundred are five times as slow. */
    private static long nanos(Metric metric, SplittableRandom random) {
        double medianMillis = switch (metric) {
            case TTFT, TTFT_DUE -> 300;
            case TPOT, ITL -> 30;
            case QUEUE_TIME -> 0.2;
            default -> 6_000;
        };
        double tail = random.nextInt(50) == 0 ? 5 : 1;
        return Math.round(medianMillis * 1e6 * tail * Math.exp(0.4 * random.nextGaussian()));
    }
}
