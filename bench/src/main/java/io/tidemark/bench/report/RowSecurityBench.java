package io.tidemark.bench.report;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.harness.SqlStatements;
import io.tidemark.events.AuditEvent;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.postgres.TeamRole;
import io.tidemark.sinks.store.postgres.TeamRoles;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What row security costs: rows a second that a sink writes, and milliseconds to read what a report is of, in a PostgreSQL store without teams and in
 * one with teams. The two take turns on one server.
 */
public final class RowSecurityBench {
    private static final Team TEAM = new Team("bench");
    private static final String OWNER = "store_owner";
    private static final int BATCH = 5_000;
    private static final String EMPTY =
            "TRUNCATE requests, window_stats, server_samples, runs, objectives, steps, step_results, run_activity CASCADE";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Map<String, String> SETTINGS =
            Map.of("fsync", "on", "shared_buffers", "256MB", "max_wal_size", "2GB");

    private final BenchmarkContext bench;
    private final ReportSize size;
    private final int teams;
    private final int rounds;

    /**
     * A measurement.
     *
     * @param teams that have roles in the store with teams, beside the one that is measured
     * @param rounds each on the two stores, emptied
     */
    public RowSecurityBench(BenchmarkContext bench, ReportSize size, int teams, int rounds) {
        this.bench = bench;
        this.size = size;
        this.teams = teams;
        this.rounds = rounds;
    }

    /** Prints the table. @return requests that a reader of the team found, by kind of store */
    public Map<String, Long> run() throws IOException, SQLException {
        TrustedEventClasses.trust();
        bench.print("row-security: " + size + ", " + teams + " other teams");
        Files.createDirectories(bench.folder());
        Map<String, List<Double>> figures = new LinkedHashMap<>();
        Map<String, Long> found = new LinkedHashMap<>();
        try (PostgresServer server = PostgresServer.start(bench.folder(), bench.folder(), SETTINGS)) {
            SqlStatements.execute(server.url(), "CREATE ROLE " + OWNER + " LOGIN CREATEROLE");
            SqlStatements.execute(server.url(), "CREATE DATABASE results OWNER " + OWNER);
            for (boolean secured : List.of(false, true)) {
                address(server, schema(secured), OWNER).open().close();
                if (secured) {
                    admit(((StoreAddress.OnServer) address(server, schema(true), OWNER)).server());
                }
            }
            for (int round = 0; round < rounds; round++) {
                List<Boolean> order = round % 2 == 0 ? List.of(false, true) : List.of(true, false);
                for (boolean secured : order) {
                    String name = secured ? "with teams" : "without teams";
                    found.put(name, measure(server, secured, figures));
                }
            }
        }
        bench.table("row-security", table(figures));
        return found;
    }

    private static String schema(boolean secured) {
        return secured ? "secured" : "open";
    }

    private long measure(PostgresServer server, boolean secured, Map<String, List<Double>> figures)
            throws SQLException {
        String schema = schema(secured);
        StoreAddress owner = address(server, schema, OWNER);
        SqlStatements.execute(address(server, schema, "tidemark").toString(), EMPTY);
        StoreAddress writer = secured ? address(server, schema, role(TeamRole.Kind.SERVICE)) : owner;
        StoreAddress reader = secured ? address(server, schema, role(TeamRole.Kind.READER)) : owner;
        List<StoredRun> runs = IntStream.range(0, size.phases())
                .mapToObj(phase -> new StoredRun(phase, size))
                .toList();
        String suffix = secured ? " with teams" : " without";
        note(figures, "written rows/s" + suffix, fill(writer, runs));
        SqlStatements.execute(address(server, schema, "tidemark").toString(), "ANALYZE");
        List<RunKey> keys = runs.stream().map(run -> new RunKey(TEAM, run.id())).toList();
        for (int turn = 0; turn < 3; turn++) {
            long before = bench.nanos().nanos();
            try (ResultReader results = reader.openReader()) {
                var unused = new ReportReader(results).runs(keys, Instant.EPOCH);
            }
            note(figures, "report ms" + suffix, (bench.nanos().nanos() - before) / NANOS_PER_MILLI);
            before = bench.nanos().nanos();
            try (ResultReader results = reader.openReader()) {
                var unused = results.latestRuns(50);
            }
            note(figures, "runs list ms" + suffix, (bench.nanos().nanos() - before) / NANOS_PER_MILLI);
        }
        try (ResultReader results = reader.openReader()) {
            return keys.stream().mapToLong(results::requestCount).sum();
        }
    }

    private void admit(PostgresAddress owner) {
        for (int team = 0; team <= teams; team++) {
            Team admitted = team == teams ? TEAM : new Team("other-" + team);
            try (TeamRoles roles = TeamRoles.open(owner)) {
                roles.apply(roles.read().missing(admitted), Map.of(), admitted, audit(admitted));
            }
        }
    }

    private static AuditEvent audit(Team admitted) {
        return AuditEvent.newBuilder()
                .setId("bench-" + admitted)
                .setAt(Instant.EPOCH)
                .setAction("team add")
                .setSubject(admitted.name())
                .setUser("bench")
                .setHost("localhost")
                .build();
    }

    private static String role(TeamRole.Kind kind) {
        return new TeamRole(TEAM, kind).name();
    }

    private static StoreAddress address(PostgresServer server, String schema, String login) {
        return StoreAddress.of(
                server.url("results").replace("user=tidemark", "user=" + login) + "&currentSchema=" + schema,
                Optional.empty());
    }

    /** Rows a second; events are made before the clock runs. */
    private double fill(StoreAddress address, List<StoredRun> runs) {
        long spent = 0;
        long rows = 0;
        try (ResultStore store = address.open()) {
            for (StoredRun run : runs) {
                List<StoreChange> changes = new ArrayList<>();
                run.events(event -> changes.add(new StoreChange.StoredEvent(TEAM, Instant.EPOCH, event)));
                for (int first = 0; first < changes.size(); first += BATCH) {
                    WriteBatch batch =
                            new WriteBatch(changes.subList(first, Math.min(first + BATCH, changes.size())), List.of());
                    long before = bench.nanos().nanos();
                    store.write(batch);
                    spent += bench.nanos().nanos() - before;
                }
                rows += changes.size();
            }
        }
        return rows / (spent / NANOS_PER_SECOND);
    }

    private static void note(Map<String, List<Double>> figures, String name, double figure) {
        figures.computeIfAbsent(name, any -> new ArrayList<>()).add(figure);
    }

    private static ResultTable table(Map<String, List<Double>> figures) {
        ResultTable table = new ResultTable("figure", "without teams", "with teams", "with / without");
        for (String figure : List.of("written rows/s", "report ms", "runs list ms")) {
            double without = median(figures.getOrDefault(figure + " without", List.of()));
            double with = median(figures.getOrDefault(figure + " with teams", List.of()));
            table.row(
                    figure,
                    String.format(Locale.ROOT, "%,.1f", without),
                    String.format(Locale.ROOT, "%,.1f", with),
                    String.format(Locale.ROOT, "%.2f", with / without));
        }
        return table;
    }

    private static double median(List<Double> figures) {
        return figures.isEmpty()
                ? Double.NaN
                : figures.stream().sorted().toList().get(figures.size() / 2);
    }
}
