package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Row 26: hosts, sink and readers of the release before are replaced by this build one after the other under load, and then back again.
 * {@code docs/checks/upgrade.sh} builds the release before, names both installations and runs this, which is why it is not named as a test.
 */
@Tag("faults")
class RollingUpgradeCheck {
    private static final Duration LIMIT = Duration.ofMinutes(8);
    private static final String TEAM = "alpha";
    private static final String OTHER_RUN = "01JABCDEFGHJKMNPQRSTVWXYZ";

    @TempDir
    private Path folder;

    private final Optional<TidemarkBuild> before = TidemarkBuild.given("old", "tidemark.faults.from");
    private final Optional<TidemarkBuild> after = TidemarkBuild.given("new", "tidemark.faults.to");

    @Test
    void nothingIsLostDoubledOrUnreadableOnTheWayToThisBuildAndBackWithSqlite() throws Exception {
        needBuilds();
        String file = folder.resolve("store.db").toString();
        new Rolling("26 upgrade (SQLite)", file, "jdbc:sqlite:" + file).run();
    }

    @Test
    void nothingIsLostDoubledOrUnreadableOnTheWayToThisBuildAndBackWithPostgres() throws Exception {
        needBuilds();
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
        try (PostgresServer server = PostgresServer.start(Files.createDirectories(folder.resolve("server")))) {
            new Rolling("26 upgrade (PostgreSQL)", server.url(), server.url()).run();
        }
    }

    private void needBuilds() {
        assumeTrue(
                before.isPresent() && after.isPresent(),
                "needs the release before and this build, installed: docs/checks/upgrade.sh makes them");
    }

    /** A load of a run of its own, with its ledger. */
    private record Load(String run, TeamFixture team, RealTimeLoad load) {}

    /** One walk to the new build and back. */
    private final class Rolling {
        private final String row;
        private final String store;
        private final String jdbc;
        private final TidemarkBuild old = before.orElseThrow();
        private final TidemarkBuild young = after.orElseThrow();
        private final List<Load> loads = new ArrayList<>();
        private final FaultSettings settings;

        Rolling(String row, String store, String jdbc) {
            this.row = row;
            this.store = store;
            this.jdbc = jdbc;
            this.settings = FaultSettings.of(new FaultSettings.Defaults(row, 20, 3_000, 0));
        }

        void run() throws Exception {
            KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
            Path own = Files.createDirectories(folder.resolve("scene"));
            try (ClusterFixture scene = ClusterFixture.start(own, shape)) {
                String[] cluster = {"--kafka", scene.kafka().bootstrapServers(), "--registry", scene.registryUrl()};
                ok(old, and(cluster, "admin", "topics", "create", "--team", TEAM, "--partitions", "2"));
                try (RolledProcess first = host(cluster, "host-a");
                        RolledProcess second = host(cluster, "host-b");
                        RolledProcess sink =
                                service(cluster, "sink", "serve", "sink", "--store", store, "--team", TEAM)) {
                    first.awaitReady();
                    second.awaitReady();
                    sink.awaitReady();
                    tell("two hosts and a sink are ready");
                    walk(scene, cluster, List.of(first, second, sink));
                    for (RolledProcess process : List.of(first, second, sink)) {
                        assertThat(process.printed())
                                .doesNotContain("WireFormatException")
                                .doesNotContain("a newer Tidemark wrote it");
                    }
                }
            }
        }

        private void walk(ClusterFixture scene, String[] cluster, List<RolledProcess> processes) throws Exception {
            RolledProcess first = processes.get(0);
            RolledProcess second = processes.get(1);
            RolledProcess sink = processes.get(2);
            Load main = begin(scene, RealTimeLoad.RUN, settings);
            ClusterFixture.untilOutput(main.load.start(), main.team.results(), LIMIT);
            roll(main, first, young, "host a");
            briefly(scene, "1");
            read(main, "host a new, store old");
            roll(main, second, young, "host b");
            roll(main, sink, young, "sink");
            read(main, "all new, team's topics old");
            ok(young, and(cluster, "admin", "topics", "create", "--team", TEAM, "--partitions", "2"));
            oldProducer(cluster);
            briefly(scene, "2");

            roll(main, sink, old, "sink");
            roll(main, first, old, "host a");
            briefly(scene, "3");
            roll(main, second, old, "host b");
            briefly(scene, "4");
            assertThat(main.load.isRunning()).as("the load ran all the time").isTrue();
            main.load.endSoon();
            for (Load load : loads) {
                judge(load);
            }
            read(main, "all old again");
        }

        private void roll(Load main, RolledProcess process, TidemarkBuild to, String what) throws Exception {
            Instant begun = InstantSource.system().instant();
            process.roll(to);
            Instant back = InstantSource.system().instant();
            ClusterFixture.untilOutput(back, main.team.results(), LIMIT);
            tell(what + " to the " + to.name() + " build, ready after "
                    + FaultScenario.seconds(Duration.between(begun, back)));
        }

        /** What begins and ends between hosts of two builds: its definitions go from one to the other. */
        private void briefly(ClusterFixture scene, String name) throws Exception {
            FaultSettings few = new FaultSettings(settings.seed(), 10, 8, List.of());
            Load load = begin(scene, OTHER_RUN + name, few);
            load.load.await();
        }

        private Load begin(ClusterFixture scene, String run, FaultSettings of) {
            TeamFixture team = scene.load(TEAM, run);
            Load load = new Load(run, team, new RealTimeLoad(run, of, team.sender(), DeliveryAnomalies.NONE).begin());
            loads.add(load);
            return load;
        }

        private void judge(Load load) throws Exception {
            load.load.await();
            TeamFixture.Verdict verdict = load.team.verdict(load.run, LIMIT, Oracle.FullMinutes.AS_OTHERS);
            tell("run " + load.run + ": " + verdict);
            assertThat(verdict.wrongWindows()).isEmpty();
            assertThat(verdict.doubledWindows()).isEmpty();
            assertThat(verdict.wrongStep()).isEmpty();
            assertThat(load.team.results().deadLetters()).isEmpty();
            List<String> expected = load.team.ledger().lines().stream()
                    .filter(line -> line.startsWith("R\t"))
                    .map(line -> line.split("\t", -1)[1] + "/" + line.split("\t", -1)[2])
                    .sorted()
                    .toList();
            Await.until(
                    () -> stored(load.run).size() >= expected.size(),
                    LIMIT,
                    () -> stored(load.run).size() + " of " + expected.size() + " requests stored");
            assertThat(stored(load.run)).isEqualTo(expected);
            tell("run " + load.run + ": each of " + expected.size() + " requests once in the store");
        }

        private List<String> stored(String run) {
            return rows("SELECT lane || '/' || lane_seq FROM requests WHERE run = '" + run + "'").stream()
                    .sorted()
                    .toList();
        }

        private List<String> rows(String sql) {
            try (Connection connection = DriverManager.getConnection(jdbc);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
                return found;
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        /** Readers of both builds. */
        private void read(Load main, String when) throws Exception {
            Await.until(
                    () -> !rows("SELECT run FROM runs WHERE run = '" + main.run + "'")
                            .isEmpty(),
                    LIMIT,
                    () -> "no run in the store");
            for (TidemarkBuild build : List.of(old, young)) {
                assertThat(ok(build, "runs", "list", "--store", store, "--team", TEAM))
                        .contains(main.run);
            }
            tell(when + ": readers of both builds read the store, version "
                    + rows("SELECT version || ', for programs from ' || oldest_program FROM store_version"));
        }

        /** A run of the old build's own load generator, while hosts and sink are new. */
        private void oldProducer(String[] cluster) throws Exception {
            int port = FreePorts.next();
            Path home = folder.resolve("operator");
            Path plan = home.resolve("plan.yaml");
            Files.createDirectories(home);
            Files.writeString(plan, """
                experiment: rolled
                arrivals: constant
                targets: [{ url: "http://127.0.0.1:%d" }]
                workload: { kind: synthetic, prompt_tokens: 16, output_tokens: 8 }
                steps: [{ rate: 2, duration: 10s }]
                slo: { objectives: ["errors < 50%%"] }
                """.formatted(port));
            Process server = young.start(
                    home, home.resolve("server.log"), List.of("simulate", "--port", Integer.toString(port)));
            try {
                TidemarkBuild.Ended run = old.run(
                        home,
                        and(
                                cluster,
                                "run",
                                plan.toString(),
                                "--team",
                                TEAM,
                                "--store",
                                store,
                                "--set",
                                "limits.schedule_lag_p99=60s"));
                tell("old load generator, all else new: exit " + run.status());
                assertThat(run.status()).as(run.printed()).isIn(0, 4);
            } finally {
                server.destroyForcibly().waitFor();
            }
            String result = "SELECT s.finality || ' ' || s.missing || ' ' || s.due FROM step_results s"
                    + " JOIN runs r ON r.team = s.team AND r.run = s.run WHERE r.experiment = 'rolled'";
            Await.until(
                    () -> rows(result).equals(List.of("FINAL 0 20")),
                    LIMIT,
                    () -> "finality, missing, due: " + rows(result));
        }

        private RolledProcess host(String[] cluster, String name) throws IOException {
            return service(cluster, name, "serve", "streams", "--internal-partitions", "2", "--team", TEAM);
        }

        private RolledProcess service(String[] cluster, String name, String... command) throws IOException {
            return RolledProcess.start(old, folder.resolve(name), List.of(and(cluster, command)));
        }

        private String ok(TidemarkBuild build, String... arguments) throws Exception {
            TidemarkBuild.Ended ended = build.run(folder.resolve("operator"), arguments);
            assertThat(ended.status())
                    .as(build.name() + " " + List.of(arguments) + ": " + ended.printed())
                    .isZero();
            return ended.printed();
        }

        private static String[] and(String[] cluster, String... command) {
            List<String> all = new ArrayList<>(List.of(command));
            all.addAll(List.of(cluster));
            return all.toArray(String[]::new);
        }

        private void tell(String what) {
            System.out.println("row " + row + ": " + what);
        }
    }
}
