package io.tidemark.bench.report;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.harness.SqlStatements;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
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
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A PostgreSQL store of many teams over a quarter that ends yesterday: what it writes, how large it is at the end, what its retention and its vacuum cost,
 * and how long a report takes. Days, teams and runs are whole; runs are shorter by a factor. Every two simulated weeks every team is maintained.
 */
public final class StoreQuarterBench {
    private static final String OWNER = "store_owner";
    private static final int BATCH = 5_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration KEPT = Duration.ofDays(14);
    private static final List<String> TABLES = List.of("requests", "window_stats", "server_samples");
    private static final Map<String, String> SETTINGS =
            Map.of("fsync", "on", "shared_buffers", "256MB", "max_wal_size", "2GB");

    private final BenchmarkContext bench;
    private final Size size;
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<RunKey> written = new ArrayList<>();
    private double writing;
    private double maintaining;
    private int maintenances;
    private long rows;
    private long partitions;

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
            SqlStatements.execute(owner.toString(), partitionsFrom(begin));
            ResultTable table = new ResultTable("figure", "value");
            try (ResultStore store = owner.open()) {
                fill(store, begin);
                describe(table, url, owner);
                retention(table, store, url, begin);
            }
            bench.table("store-quarter", table);
        }
        return partitions;
    }

    /** Partitions as a store that was made on that day would have them now. */
    private static String partitionsFrom(Instant begin) {
        return """
                DO $$ DECLARE part RECORD; day DATE; BEGIN
                    FOR part IN SELECT stored FROM time_partitions() LOOP EXECUTE 'DROP TABLE ' || part.stored; END LOOP;
                    FOR part IN SELECT * FROM (VALUES ('requests', 1, 'run'), ('window_stats', 7, 'run'),
                            ('window_hours', 28, 'run'),
                            ('server_samples', 1, 'scrape_start_micros')) AS t (name, days, key) LOOP
                        day := '%1$s';
                        EXECUTE format('CREATE TABLE %%I PARTITION OF %%I FOR VALUES FROM (MINVALUE) TO (%%s)',
                            part.name || '_until_' || to_char(day, 'YYYYMMDD'), part.name, partition_bound(part.key, day));
                        WHILE day < CURRENT_DATE + 7 LOOP
                            EXECUTE format('CREATE TABLE %%I PARTITION OF %%I FOR VALUES FROM (%%s) TO (%%s)',
                                part.name || '_until_' || to_char(day + part.days, 'YYYYMMDD'), part.name,
                                partition_bound(part.key, day), partition_bound(part.key, day + part.days));
                            day := day + part.days;
                        END LOOP;
                    END LOOP;
                END $$""".formatted(begin.toString().substring(0, 10));
    }

    private static Team team(int number) {
        return new Team("team-" + number);
    }

    private void fill(ResultStore store, Instant begin) {
        Instant maintained = begin;
        for (int n = 0; n < size.allRuns(); n++) {
            Instant start = begin.plus(
                    Duration.ofDays(size.days()).dividedBy(size.allRuns()).multipliedBy(n));
            while (start.isAfter(maintained.plus(KEPT))) {
                maintained = maintained.plus(KEPT);
                maintaining += maintain(store, Retention.DEFAULT, maintained).seconds();
            }
            write(store, team(n % size.teams()), start, size.seconds());
        }
        maintaining += maintain(store, Retention.DEFAULT, begin.plus(Duration.ofDays(size.days())))
                .seconds();
    }

    private void write(ResultStore store, Team team, Instant start, int seconds) {
        String id = Ulid.next(InstantSource.fixed(start), random);
        List<StoreChange> changes = new ArrayList<>();
        new StoredRun(id, start, 0, new ReportSize(1, 1, seconds * ReportSize.PER_SECOND))
                .events(event ->
                        changes.add(new StoreChange.StoredEvent(team, start.plusMillis(changes.size()), event)));
        for (int second = 0; second < seconds; second++) {
            changes.add(
                    new StoreChange.StoredEvent(team, start.plusSeconds(second), sample(start.plusSeconds(second))));
        }
        for (int first = 0; first < changes.size(); first += BATCH) {
            WriteBatch batch =
                    new WriteBatch(changes.subList(first, Math.min(first + BATCH, changes.size())), List.of());
            long before = bench.nanos().nanos();
            store.write(batch);
            writing += (bench.nanos().nanos() - before) / NANOS_PER_SECOND;
        }
        rows += changes.size();
        written.add(new RunKey(team, id));
    }

    private ServerSample sample(Instant at) {
        return ServerSample.newBuilder()
                .setTarget("gpu")
                .setInstance("gpu-1:8000")
                .setRole(ServerRole.ENGINE)
                .setEngine("vllm")
                .setModel("llama")
                .setScrapeStart(at)
                .setScrapeEnd(at.plusMillis(5))
                .setUp(true)
                .setValues(Map.of(
                        "engine.requests.running", (double) random.nextInt(64),
                        "engine.requests.waiting", (double) random.nextInt(3),
                        "engine.kv.usage_ratio", random.nextDouble(),
                        "engine.generation_tokens", (double) random.nextInt(1_000_000)))
                .build();
    }

    /** What a maintenance of every team took out. */
    private record Maintained(double seconds, long partitions) {}

    private Maintained maintain(ResultStore store, Retention retention, Instant now) {
        long before = bench.nanos().nanos();
        long dropped = 0;
        for (int number = 0; number < size.teams(); number++) {
            dropped += store.maintain(team(number), retention, now).partitions();
        }
        partitions += dropped;
        maintenances += size.teams();
        return new Maintained((bench.nanos().nanos() - before) / NANOS_PER_SECOND, dropped);
    }

    private void describe(ResultTable table, String url, StoreAddress owner) throws SQLException {
        table.row("rows written", whole(rows));
        table.row("rows/s written", whole(Math.round(rows / writing)));
        table.row("maintenance of a team, s", decimal(maintaining / maintenances));
        table.row("partitions dropped", whole(partitions));
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
        List<RunKey> last = written.subList(Math.max(0, written.size() - 2), written.size());
        table.row(
                "report of two runs, ms",
                decimal(reading(owner, reader -> new ReportReader(reader).runs(last, Instant.EPOCH))));
        table.row("list of 50 runs, ms", decimal(reading(owner, reader -> reader.latestRuns(50))));
    }

    /** A week of requests and samples goes with its partitions, and the next by row because one team has a second of each day that it keeps for a year. */
    private void retention(ResultTable table, ResultStore store, String url, Instant begin) throws SQLException {
        Instant end = begin.plus(Duration.ofDays(size.days()));
        Retention shorter = Retention.DEFAULT.with(KEPT.minus(WEEK), Retention.DEFAULT.windows(), KEPT.minus(WEEK));
        long before = SqlStatements.number(url, "SELECT COUNT(*) FROM requests")
                + SqlStatements.number(url, "SELECT COUNT(*) FROM server_samples");
        for (int number = 0; number < size.teams(); number++) {
            store.maintain(team(number), shorter, begin); // from now on the store knows
        }
        Maintained dropped = maintain(store, shorter, end);
        long after = SqlStatements.number(url, "SELECT COUNT(*) FROM requests")
                + SqlStatements.number(url, "SELECT COUNT(*) FROM server_samples");
        table.row("a week dropped: rows", whole(before - after));
        table.row("a week dropped: partitions", whole(dropped.partitions()));
        table.row("a week dropped: s, all teams", decimal(dropped.seconds()));
        table.row("a week dropped: VACUUM of requests, s", decimal(timed(url, "VACUUM (ANALYZE) requests")));
        for (int day = 0; day <= WEEK.toDays(); day++) {
            write(store, team(0), end.minus(Duration.ofDays(day)), 1);
        }
        store.maintain(
                team(0), Retention.DEFAULT.with(Duration.ofDays(365), Duration.ofDays(365), Duration.ofDays(365)), end);
        long bytes = wal(url);
        long start = bench.nanos().nanos();
        Retention hours = Retention.DEFAULT.with(Duration.ofHours(1), Retention.DEFAULT.windows(), Duration.ofHours(1));
        long deleted = 0;
        for (int number = 1; number < size.teams(); number++) {
            MaintenanceResult done = store.maintain(team(number), hours, end);
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
