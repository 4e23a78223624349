package io.tidemark.bench.report;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.harness.SqlStatements;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A PostgreSQL store of many teams over a quarter that ends yesterday: what it writes, how large it is at the end, what its retention and its vacuum cost,
 * and how long a report takes. Days, teams and runs are whole; runs are shorter by a factor. Every two simulated weeks every team is maintained.
 */
public final class StoreQuarterBench {
    private static final String OWNER = "store_owner";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;
    private static final Duration WEEK = Duration.ofDays(7);
    private static final List<String> TABLES = List.of("requests", "window_stats", "server_samples");
    private static final Map<String, String> SETTINGS =
            Map.of("fsync", "on", "shared_buffers", "256MB", "max_wal_size", "2GB");

    private final BenchmarkContext bench;
    private final Size size;
    private final StoreQuarter quarter;

    /**
     * How much.
     *
     * @param runs of each team in all days together
     * @param seconds that a run takes, at 50 requests a second; a whole run takes an hour
     */
    public record Size(int teams, int runs, int days, int seconds) {
        public static final Size STANDARD = new Size(100, 5, 91, 60);

        int allRuns() {
            return teams * runs;
        }

        double factor() {
            return 3_600.0 / seconds;
        }
    }

    public StoreQuarterBench(BenchmarkContext bench, Size size) {
        this.bench = bench;
        this.size = size;
        this.quarter = new StoreQuarter(bench, size);
    }

    /** Prints the table. @return partitions that retention dropped */
    public long run() throws IOException, SQLException {
        TrustedEventClasses.trust();
        bench.print("store-quarter: " + size + ", a run is shorter than an hour by " + size.factor());
        Files.createDirectories(bench.folder());
        try (PostgresServer server = PostgresServer.start(bench.folder(), bench.folder(), SETTINGS)) {
            String url = server.url("results");
            SqlStatements.execute(server.url(), "CREATE ROLE " + OWNER + " LOGIN");
            SqlStatements.execute(server.url(), "CREATE DATABASE results OWNER " + OWNER);
            StoreAddress owner = StoreAddress.of(url.replace("user=tidemark", "user=" + OWNER), Optional.empty());
            owner.open().close();
            Instant begin = bench.wall().instant().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(size.days()));
            SqlStatements.execute(owner.toString(), StoreQuarter.partitionsFrom(begin));
            ResultTable table = new ResultTable("figure", "value");
            try (ResultStore store = owner.open()) {
                quarter.fill(store, begin);
                describe(table, url, owner);
                retention(table, store, url, begin);
            }
            bench.table("store-quarter", table);
        }
        return quarter.partitions();
    }

    private void describe(ResultTable table, String url, StoreAddress owner) throws SQLException {
        table.row("rows written", whole(quarter.rows()));
        table.row("rows/s written", whole(Math.round(quarter.rowsPerSecond())));
        table.row("maintenance of a team, s", decimal(quarter.secondsPerMaintenance()));
        table.row("partitions dropped", whole(quarter.partitions()));
        table.row("VACUUM of all, s", decimal(timed(url, "VACUUM (ANALYZE)")));
        for (String name : TABLES) {
            long count = SqlStatements.number(url, "SELECT COUNT(*) FROM " + name);
            double bytes = SqlStatements.number(
                    url,
                    "SELECT SUM(pg_total_relation_size(inhrelid))::BIGINT FROM pg_inherits WHERE inhparent = '" + name
                            + "'::regclass");
            table.row(name + ", rows at the end", whole(count));
            table.row(name + ", MiB", decimal(bytes / MIB));
            table.row(name + ", bytes/row", whole(Math.round(bytes / Math.max(1, count))));
            table.row(
                    name + ", partitions",
                    whole(SqlStatements.number(
                            url, "SELECT COUNT(*) FROM pg_inherits WHERE inhparent = '" + name + "'::regclass")));
        }
        table.row("store, MiB", decimal(SqlStatements.number(url, "SELECT pg_database_size('results')") / MIB));
        List<RunKey> written = quarter.written();
        List<RunKey> last = written.subList(Math.max(0, written.size() - 2), written.size());
        table.row(
                "report of two runs, ms",
                decimal(reading(owner, reader -> new ReportReader(reader).runs(last, Instant.EPOCH))));
        table.row("list of 50 runs, ms", decimal(reading(owner, reader -> reader.latestRuns(50))));
    }

    /** A week of requests and samples goes with its partitions, and the next by row because one team has a second of each day that it keeps for a year. */
    private void retention(ResultTable table, ResultStore store, String url, Instant begin) throws SQLException {
        Instant end = begin.plus(Duration.ofDays(size.days()));
        Retention shorter = Retention.DEFAULT.with(
                Retention.DEFAULT.requests().minus(WEEK),
                Retention.DEFAULT.windows(),
                Retention.DEFAULT.servers().minus(WEEK));
        long before = SqlStatements.number(url, "SELECT COUNT(*) FROM requests")
                + SqlStatements.number(url, "SELECT COUNT(*) FROM server_samples");
        for (int number = 0; number < size.teams(); number++) {
            store.maintain(StoreQuarter.team(number), shorter, begin); // from now on the store knows
        }
        StoreQuarter.Maintained dropped = quarter.maintain(store, shorter, end);
        long after = SqlStatements.number(url, "SELECT COUNT(*) FROM requests")
                + SqlStatements.number(url, "SELECT COUNT(*) FROM server_samples");
        table.row("a week dropped: rows", whole(before - after));
        table.row("a week dropped: partitions", whole(dropped.partitions()));
        table.row("a week dropped: s, all teams", decimal(dropped.seconds()));
        table.row("a week dropped: VACUUM of requests, s", decimal(timed(url, "VACUUM (ANALYZE) requests")));
        for (int day = 0; day <= WEEK.toDays(); day++) {
            quarter.write(store, StoreQuarter.team(0), end.minus(Duration.ofDays(day)), 1);
        }
        store.maintain(
                StoreQuarter.team(0),
                Retention.DEFAULT.with(Duration.ofDays(365), Duration.ofDays(365), Duration.ofDays(365)),
                end);
        long bytes = wal(url);
        long start = bench.nanos().nanos();
        Retention hours = Retention.DEFAULT.with(Duration.ofHours(1), Retention.DEFAULT.windows(), Duration.ofHours(1));
        long deleted = 0;
        for (int number = 1; number < size.teams(); number++) {
            MaintenanceResult done = store.maintain(StoreQuarter.team(number), hours, end);
            deleted += done.requests() + done.servers();
        }
        table.row("a week deleted by row: rows", whole(deleted));
        table.row("a week deleted by row: s, all teams", decimal((bench.nanos().nanos() - start) / NANOS_PER_SECOND));
        table.row("a week deleted by row: WAL, MiB", decimal((wal(url) - bytes) / MIB));
        table.row("a week deleted by row: VACUUM of requests, s", decimal(timed(url, "VACUUM (ANALYZE) requests")));
    }

    private static long wal(String url) throws SQLException {
        return SqlStatements.number(url, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::BIGINT");
    }

    @FunctionalInterface
    private interface Reading {
        Object of(ResultReader reader);
    }

    /** Milliseconds, the median of three, each over a new connection. */
    private double reading(StoreAddress address, Reading reading) {
        List<Double> millis = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            long before = bench.nanos().nanos();
            try (ResultReader reader = address.openReader()) {
                var unused = reading.of(reader);
            }
            millis.add((bench.nanos().nanos() - before) / 1e6);
        }
        return millis.stream().sorted().toList().get(1);
    }

    private double timed(String url, String sql) throws SQLException {
        long before = bench.nanos().nanos();
        SqlStatements.execute(url, sql);
        return (bench.nanos().nanos() - before) / NANOS_PER_SECOND;
    }

    private static String whole(long figure) {
        return String.format(Locale.ROOT, "%,d", figure);
    }

    private static String decimal(double figure) {
        return String.format(Locale.ROOT, "%,.2f", figure);
    }
}
