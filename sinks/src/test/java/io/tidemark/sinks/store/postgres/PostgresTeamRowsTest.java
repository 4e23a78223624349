package io.tidemark.sinks.store.postgres;

import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.events.AuditEvent;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoreRightException;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.jdbc.Migration;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two teams in one store, each with logins of its own. The store belongs to a login that is no superuser. */
@Tag("integration")
final class PostgresTeamRowsTest {
    private static final Team ALPHA = new Team("alpha-1");
    private static final Team BETA = new Team("beta");
    private static final String OWNER = "store_owner";
    private static final List<String> TABLES_OF_RUNS = List.of("runs", "requests", "window_stats", "step_results");

    private PostgresAddress owner = new PostgresAddress("jdbc:postgresql:none", Optional.empty());

    @BeforeEach
    void makeStore() throws SQLException {
        PostgresAddress server = Postgres.fresh();
        owner = as(OWNER, server);
        try (Connection superuser = DriverManager.getConnection(server.url());
                Statement statement = superuser.createStatement()) {
            statement.execute("DO $$ BEGIN IF to_regrole('" + OWNER + "') IS NULL THEN CREATE ROLE " + OWNER
                    + " LOGIN CREATEROLE; END IF; END $$");
            statement.execute("GRANT CREATE ON DATABASE postgres TO " + OWNER);
        }
        try (ResultStore store = PostgresStore.open(owner)) {
            for (Team team : List.of(ALPHA, BETA)) {
                fill(store, team);
            }
        }
    }

    private static PostgresAddress as(String login, PostgresAddress address) {
        return new PostgresAddress(address.url().replaceAll("user=[a-z_0-9]+", "user=" + login), Optional.empty());
    }

    private PostgresAddress reader(Team team) {
        return as(new TeamRole(team, TeamRole.Kind.READER).name(), owner);
    }

    private PostgresAddress service(Team team) {
        return as(new TeamRole(team, TeamRole.Kind.SERVICE).name(), owner);
    }

    private static void fill(ResultStore store, Team team) {
        List<StoreChange> changes = new ArrayList<>();
        for (SpecificRecord event : List.of(
                Events.control(START, Events.run(Events.RUN, START)),
                Events.control(START, Events.step(0)),
                Events.request(0, 100).build(),
                Events.window(START.plusSeconds(10)).build(),
                Events.breach(BreachState.OPENED, Finality.FINAL).build(),
                Events.result(Finality.FINAL, 19).build())) {
            changes.add(new StoreChange.StoredEvent(team, START, event));
        }
        store.write(new WriteBatch(changes, List.of()));
    }

    private void admit(Team... teams) {
        for (Team team : teams) {
            try (TeamRoles roles = TeamRoles.open(owner)) {
                roles.apply(roles.read().missing(team), Map.of(), team, Events.audit());
            }
        }
    }

    private Connection connect(PostgresAddress address) throws SQLException {
        return DriverManager.getConnection(address.url());
    }

    /** How many rows of a run's tables each team has, as the superuser sees it. */
    private Map<String, String> rows() throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        try (Connection superuser = connect(as("tidemark", owner))) {
            for (String table : TABLES_OF_RUNS) {
                rows.put(
                        table,
                        StoredRows.texts(
                                        superuser,
                                        "SELECT string_agg(team || ' ' || n, ', ' ORDER BY team) FROM (SELECT team, COUNT(*) AS n FROM "
                                                + table + " GROUP BY team) AS counts")
                                .get(0));
            }
        }
        return rows;
    }

    @Test
    void aStoreWithoutTeamsIsReadAndWrittenAsBefore() throws SQLException {
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "DO $$ BEGIN IF to_regrole('analyst') IS NULL THEN CREATE ROLE analyst LOGIN; END IF; END $$");
            statement.execute("GRANT USAGE ON SCHEMA " + owner.schema().orElseThrow() + " TO analyst");
            statement.execute(
                    "GRANT SELECT ON ALL TABLES IN SCHEMA " + owner.schema().orElseThrow() + " TO analyst");
        }
        try (Connection analyst = connect(as("analyst", owner))) {
            assertThat(StoredRows.texts(analyst, "SELECT team FROM run_overview ORDER BY team"))
                    .containsExactly("alpha-1", "beta");
        }
        admit(ALPHA);
        try (Connection analyst = connect(as("analyst", owner));
                TeamRoles roles = TeamRoles.open(owner)) {
            assertThat(StoredRows.texts(analyst, "SELECT team FROM run_overview"))
                    .as("from the first team on, who belongs to none sees none")
                    .isEmpty();
            assertThat(roles.read().teamless()).contains("analyst");
        }
    }

    @Test
    void rolesAreForAStoreThatIsThere() {
        assertThatThrownBy(() -> TeamRoles.open(Postgres.fresh()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("admin store migrate");
    }

    @Test
    void theOwnerStillHasAllTeams() throws SQLException {
        admit(ALPHA, BETA);
        try (ResultStore store = PostgresStore.open(owner)) {
            store.write(new WriteBatch(
                    List.of(
                            new StoreChange.StoredEvent(
                                    ALPHA, START, Events.request(1, 100).build()),
                            new StoreChange.StoredEvent(
                                    BETA, START, Events.request(1, 100).build())),
                    List.of()));
            try (ResultReader reader = store.reader()) {
                assertThat(reader.teams()).containsExactly(ALPHA, BETA);
            }
        }
        assertThat(rows()).containsEntry("requests", "alpha-1 2, beta 2");
    }

    @Test
    void aReaderReadsItsTeamAndWritesNothing() {
        admit(ALPHA, BETA);
        try (ResultReader reader = PostgresStore.openReader(reader(ALPHA))) {
            assertThat(reader.teams()).containsExactly(ALPHA);
            assertThat(reader.latestRuns(10))
                    .singleElement()
                    .satisfies(run -> assertThat(run.key().team()).isEqualTo(ALPHA));
            assertThat(reader.run(new RunKey(BETA, Events.RUN))).isEmpty();
            assertThat(reader.requestCount(new RunKey(ALPHA, Events.RUN))).isOne();
            assertThat(reader.requestCount(new RunKey(BETA, Events.RUN))).isZero();
        }
        try (ResultStore store = PostgresStore.open(reader(ALPHA))) {
            assertThatThrownBy(() -> fill(store, ALPHA)).hasMessageContaining("permission denied");
        }
    }

    @Test
    void aServiceWritesMaintainsAndPrunesItsTeamAlone() throws SQLException {
        admit(ALPHA, BETA);
        Duration year = Duration.ofDays(365);
        try (ResultStore store = PostgresStore.open(service(ALPHA))) {
            fill(store, ALPHA);
            assertThatThrownBy(() -> fill(store, BETA)).hasMessageContaining("row-level security policy");
            assertThat(store.claim(Set.of(ALPHA))).containsExactly(ALPHA);
            assertThat(store.maintain(BETA, Retention.DEFAULT, START.plus(year)))
                    .isEqualTo(new MaintenanceResult(0, 0, 0, 0, 0));
            assertThat(store.prune(new RunKey(BETA, Events.RUN), PruneScope.RUNS, Events.audit()))
                    .isEqualTo(PrunedRows.NOTHING);
            assertThat(rows()).allSatisfy((table, held) -> assertThat(held).isEqualTo("alpha-1 1, beta 1"));

            assertThat(store.maintain(ALPHA, Retention.DEFAULT, START.plus(year)))
                    .isEqualTo(new MaintenanceResult(1, 1, 0, 0, 0));
            assertThat(store.prune(new RunKey(ALPHA, Events.RUN), PruneScope.RUNS, Events.audit())
                            .total())
                    .isPositive();
        }
        assertThat(rows()).allSatisfy((table, held) -> assertThat(held).isEqualTo("beta 1"));
    }

    @Test
    void aServiceMakesHoursOfItsTeamAlone() throws SQLException {
        admit(ALPHA, BETA);
        LogHistogram sketch = new LogHistogram();
        sketch.add(100_000_000);
        WindowStats minute = Events.window(START.plusSeconds(60))
                .setWindowSeconds(60)
                .setCount(1)
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
        Instant later = START.plus(Duration.ofHours(2));
        try (ResultStore alpha = PostgresStore.open(service(ALPHA));
                ResultStore beta = PostgresStore.open(service(BETA))) {
            alpha.write(new WriteBatch(List.of(new StoreChange.StoredEvent(ALPHA, START, minute)), List.of()));
            beta.write(new WriteBatch(List.of(new StoreChange.StoredEvent(BETA, START, minute)), List.of()));
            assertThat(alpha.maintain(BETA, Retention.FOR_GOOD, later).mergedHours())
                    .isZero();
            assertThat(alpha.maintain(ALPHA, Retention.FOR_GOOD, later).mergedHours())
                    .isOne();
            assertThat(beta.maintain(BETA, Retention.FOR_GOOD, later).mergedHours())
                    .isOne();
        }
        try (Connection reader = connect(reader(ALPHA))) {
            assertThat(StoredRows.texts(reader, "SELECT team FROM window_hours"))
                    .containsExactly("alpha-1");
            assertThat(StoredRows.texts(reader, "SELECT team FROM pending_hours"))
                    .isEmpty();
            assertThat(StoredRows.texts(reader, "SELECT DISTINCT team FROM window_hour_series"))
                    .containsExactly("alpha-1");
        }
    }

    @Test
    void aServiceKeepsAlertsAndBaselinesOfItsTeamAlone() {
        admit(ALPHA, BETA);
        try (AlertStore alerts = PostgresStore.openAlerts(service(ALPHA))) {
            alerts.mute(mute(ALPHA), Events.audit());
            assertThat(alerts.mutes(ALPHA, START)).hasSize(1);
            assertThatThrownBy(() -> alerts.mute(mute(BETA), Events.audit()))
                    .hasMessageContaining("row-level security policy");
            assertThat(alerts.unmute(BETA, "id", Events.audit())).isFalse();
        }
        try (BaselineStore baselines = PostgresStore.openBaselines(service(ALPHA))) {
            baselines.set(baseline(ALPHA), Events.audit());
            assertThatThrownBy(() -> baselines.set(baseline(BETA), Events.audit()))
                    .as("the run of another team")
                    .hasMessageContaining("holds no run");
        }
        try (AnnotationStore annotations = PostgresStore.openAnnotations(service(ALPHA));
                ResultReader reader = PostgresStore.openReader(reader(ALPHA))) {
            assertThat(annotations.add(annotation(ALPHA), Events.audit())).isTrue();
            assertThatThrownBy(() -> annotations.add(annotation(BETA), Events.audit()))
                    .isInstanceOf(StoreRightException.class)
                    .hasMessageContaining("row-level security policy");
            assertThat(reader.annotation(ALPHA, annotation(ALPHA).id())).isPresent();
        }
    }

    @Test
    void aReaderMayChangeNothing() {
        admit(ALPHA);
        try (AlertStore alerts = PostgresStore.openAlerts(reader(ALPHA))) {
            assertThatThrownBy(() -> alerts.mute(mute(ALPHA), Events.audit()))
                    .isInstanceOf(StoreRightException.class)
                    .hasMessageContaining("permission denied");
        }
        try (AnnotationStore annotations = PostgresStore.openAnnotations(reader(ALPHA));
                ResultReader reader = PostgresStore.openReader(reader(ALPHA))) {
            assertThatThrownBy(() -> annotations.add(annotation(ALPHA), Events.audit()))
                    .isInstanceOf(StoreRightException.class);
            assertThat(reader.annotation(ALPHA, annotation(ALPHA).id())).isEmpty();
            assertThat(reader.audit(new AuditQuery(Optional.of(ALPHA), Instant.EPOCH, 10)))
                    .as("of the making of the role alone")
                    .hasSize(1);
        }
    }

    private static TimeAnnotation annotation(Team team) {
        return new TimeAnnotation(team, "annotation1", START, "new driver", TimeAnnotation.Subject.TEAM, "me", START);
    }

    private static Mute mute(Team team) {
        return new Mute(
                team, "id", ImmutableSortedMap.of("alertname", "a"), START, START.plusSeconds(60), "test", "me");
    }

    private static Baseline baseline(Team team) {
        return new Baseline(team, "main", List.of(Events.RUN), "h200", "baseline", START, "me", "test");
    }

    @Test
    void anAuditIsOfItsTeamNamesTheLoginAndIsDeletedByNobody() throws SQLException {
        admit(ALPHA, BETA);
        AuditEvent change = Events.audit();
        try (ResultStore store = PostgresStore.open(service(ALPHA))) {
            store.addAudit(Optional.of(ALPHA), change);
            assertThatThrownBy(() -> store.addAudit(Optional.of(BETA), Events.audit()))
                    .hasMessageContaining("row-level security policy");
            assertThatThrownBy(() -> store.addAudit(Optional.empty(), Events.audit()))
                    .as("of all teams")
                    .hasMessageContaining("row-level security policy");
        }
        try (ResultStore store = PostgresStore.open(owner)) {
            store.addAudit(Optional.empty(), Events.audit());
        }
        AuditQuery all = new AuditQuery(Optional.empty(), Instant.EPOCH, 10);
        try (ResultReader reader = PostgresStore.openReader(reader(ALPHA))) {
            assertThat(reader.audit(all))
                    .filteredOn(row -> row.id().equals(change.getId()))
                    .extracting(AuditRow::login)
                    .containsExactly("tidemark_alpha_1_service");
            assertThat(reader.audit(all)).extracting(AuditRow::team).containsOnly(Optional.of(ALPHA));
        }
        String schema = owner.schema().orElseThrow();
        for (PostgresAddress login : List.of(service(ALPHA), owner)) {
            try (Connection connection = connect(login);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE FUNCTION pg_temp.now() RETURNS TIMESTAMPTZ LANGUAGE sql AS"
                        + " $$ SELECT TIMESTAMPTZ '2099-01-01' $$");
                statement.execute("SET search_path = pg_temp, " + schema);
                for (String sql :
                        List.of("DELETE FROM audit", "UPDATE audit SET os_user = 'nobody'", "TRUNCATE audit")) {
                    assertThatThrownBy(() -> statement.execute(sql))
                            .as(sql)
                            .isInstanceOf(SQLException.class)
                            .message()
                            .containsAnyOf("rows of audit are", "permission denied");
                }
            }
        }
        try (TeamRoles roles = TeamRoles.open(owner)) {
            roles.apply(roles.read().removalOfRows(ALPHA), Map.of(), ALPHA, Events.audit());
        }
        try (ResultReader reader = PostgresStore.openReader(owner)) {
            assertThat(reader.audit(new AuditQuery(Optional.of(ALPHA), Instant.EPOCH, 10)))
                    .as("roles made, a change, rows deleted")
                    .hasSize(3);
        }
    }

    /** What a sink of the owner does for one team it does to no other, whatever its statements say. */
    @Test
    void aTransactionIsLimitedToItsTeams() throws SQLException {
        admit(ALPHA, BETA);
        try (Connection connection = new PostgresDatabase(owner).connectToWrite();
                Statement statement = connection.createStatement()) {
            Transactions transactions = new Transactions(new PostgresDialect(), connection);
            assertThat(transactions.run(ALPHA, () -> statement.executeUpdate("DELETE FROM requests")))
                    .isOne();
            assertThat(transactions.attempt(
                            Set.of(ALPHA, BETA), () -> statement.executeUpdate("DELETE FROM window_stats")))
                    .isEqualTo(2);
            assertThatThrownBy(() -> transactions.run(
                            ALPHA, () -> statement.executeUpdate("INSERT INTO teams (team) VALUES ('gamma')")))
                    .hasMessageContaining("row-level security policy");
            assertThat(transactions.run(() -> statement.executeUpdate("DELETE FROM requests")))
                    .as("the limit ends with the transaction")
                    .isOne();
        }
    }

    @Test
    void nothingThatALoginMaySetShowsAnotherTeam() throws SQLException {
        admit(ALPHA, BETA);
        String beta = new TeamRole(BETA, TeamRole.Kind.READER).name();
        String schema = owner.schema().orElseThrow();
        try (Connection reader = connect(reader(ALPHA));
                Statement statement = reader.createStatement()) {
            statement.execute("SET tidemark.team = 'beta'");
            assertThat(StoredRows.texts(reader, "SELECT run FROM runs")).isEmpty();
            statement.execute("SET tidemark.team = 'alpha-1,beta'");
            assertThat(StoredRows.texts(reader, "SELECT team FROM runs")).containsExactly("alpha-1");
            statement.execute("RESET tidemark.team");

            assertThatThrownBy(() -> statement.execute("SET ROLE " + beta)).hasMessageContaining("permission denied");
            assertThatThrownBy(() -> statement.execute("SET ROLE " + OWNER)).hasMessageContaining("permission denied");
            assertThatThrownBy(() -> statement.execute("SET SESSION AUTHORIZATION " + beta))
                    .hasMessageContaining("permission denied");
            statement.execute("SET row_security = off");
            assertThatThrownBy(() -> statement.execute("SELECT * FROM runs"))
                    .hasMessageContaining("would be affected by row-level security");
            statement.execute("RESET row_security");

            // A table of roles, and an equality, of the reader's own before those of the store.
            String own = "own_" + schema;
            try (Connection superuser = connect(as("tidemark", owner));
                    Statement making = superuser.createStatement()) {
                making.execute(
                        "CREATE SCHEMA " + own + " AUTHORIZATION " + new TeamRole(ALPHA, TeamRole.Kind.READER).name());
            }
            statement.execute("CREATE TABLE " + own + ".team_roles (role TEXT, team TEXT, writes BIGINT)");
            statement.execute("INSERT INTO " + own + ".team_roles VALUES (current_user, 'beta', 1)");
            statement.execute(
                    "CREATE FUNCTION " + own + ".same(TEXT, TEXT) RETURNS BOOLEAN LANGUAGE sql AS 'SELECT true'");
            statement.execute("CREATE FUNCTION " + own
                    + ".transaction_teams() RETURNS TEXT[] LANGUAGE sql AS 'SELECT ARRAY[''beta'']'");
            statement.execute(
                    "CREATE OPERATOR " + own + ".= (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = " + own + ".same)");
            statement.execute("SET search_path = " + own + ", pg_catalog, " + schema);
            assertThat(StoredRows.texts(reader, "SELECT team FROM " + schema + ".runs"))
                    .containsExactly("alpha-1");
            statement.execute("SET search_path = " + schema);

            for (String sql : List.of(
                    "ALTER TABLE runs NO FORCE ROW LEVEL SECURITY",
                    "ALTER TABLE runs DISABLE ROW LEVEL SECURITY",
                    "DROP POLICY team_read ON runs",
                    "CREATE POLICY mine ON runs USING (true)",
                    "INSERT INTO " + schema + ".team_roles VALUES (current_user, 'beta', 1)",
                    "GRANT " + beta + " TO current_user",
                    "TRUNCATE runs",
                    "CREATE TABLE " + schema + ".mine (run TEXT)",
                    "SELECT * FROM pg_catalog.pg_statistic")) {
                assertThatThrownBy(() -> statement.execute(sql)).as(sql).isInstanceOf(SQLException.class);
            }
        }
    }

    @Test
    void noFunctionAndNoViewTakesRowsOfAnotherTeamOut() throws SQLException {
        admit(ALPHA, BETA);
        try (Connection reader = connect(reader(ALPHA));
                Statement statement = reader.createStatement()) {
            // Cheaper than any condition, so that a planner which was free to would ask it first.
            statement.execute("CREATE FUNCTION pg_temp.tell(TEXT) RETURNS BOOLEAN LANGUAGE plpgsql COST 0.0000001 AS"
                    + " $$ BEGIN RAISE NOTICE '%', $1; RETURN true; END $$");
            try (var rows = statement.executeQuery("SELECT run FROM runs WHERE pg_temp.tell(team)")) {
                assertThat(rows.next()).isTrue();
            }
            List<String> told = new ArrayList<>();
            for (SQLWarning notice = statement.getWarnings(); notice != null; notice = notice.getNextWarning()) {
                told.add(notice.getMessage());
            }
            assertThat(told).containsExactly("alpha-1");

            // As another's function, it has the rights of its maker, who sees the own team.
            statement.execute("CREATE FUNCTION pg_temp.peek() RETURNS BIGINT LANGUAGE sql SECURITY DEFINER AS"
                    + " 'SELECT COUNT(*) FROM " + owner.schema().orElseThrow() + ".runs'");
            assertThat(StoredRows.texts(reader, "SELECT pg_temp.peek()")).containsExactly("1");
            statement.execute("CREATE TEMPORARY VIEW copy AS SELECT * FROM runs");
            statement.execute("CREATE TEMPORARY TABLE copied AS SELECT * FROM run_overview");
            assertThat(StoredRows.texts(reader, "SELECT team FROM copy")).containsExactly("alpha-1");
            assertThat(StoredRows.texts(reader, "SELECT team FROM copied")).containsExactly("alpha-1");

            assertThat(StoredRows.texts(reader, "SELECT attname FROM pg_stats WHERE schemaname = current_schema()"))
                    .as("most common values of columns")
                    .isEmpty();
            assertThat(StoredRows.texts(
                            reader, "SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()"))
                    .as("sequences, which would tell how many rows others write")
                    .isEmpty();
        }
    }

    /** A view without security_invoker is read with the policies of its owner, but for whoever reads. */
    @Test
    void aViewThatTheOwnerSharesShowsEachReaderItsTeam() throws SQLException {
        admit(ALPHA, BETA);
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE VIEW shared AS SELECT team, run FROM runs");
            statement.execute("GRANT SELECT ON shared TO PUBLIC");
            assertThat(StoredRows.texts(connection, "SELECT team FROM shared ORDER BY team"))
                    .containsExactly("alpha-1", "beta");
        }
        try (Connection reader = connect(reader(ALPHA))) {
            assertThat(StoredRows.texts(reader, "SELECT team FROM shared")).containsExactly("alpha-1");
        }
    }

    @Test
    void whoIsGrantedSeveralTeamsReadsThem() throws SQLException {
        admit(ALPHA, BETA);
        String schema = owner.schema().orElseThrow();
        try (Connection superuser = connect(as("tidemark", owner));
                Statement statement = superuser.createStatement()) {
            statement.execute("CREATE ROLE grafana_" + schema + " LOGIN IN ROLE "
                    + new TeamRole(ALPHA, TeamRole.Kind.READER).name() + ", "
                    + new TeamRole(BETA, TeamRole.Kind.SERVICE).name());
        }
        try (Connection both = connect(as("grafana_" + schema, owner));
                Statement statement = both.createStatement()) {
            assertThat(StoredRows.texts(both, "SELECT team FROM runs ORDER BY team"))
                    .containsExactly("alpha-1", "beta");
            assertThat(statement.executeUpdate("DELETE FROM requests"))
                    .as("of the team whose service it is")
                    .isOne();
        }
        assertThat(rows()).containsEntry("requests", "alpha-1 1");
    }

    @Test
    void tablesOfALaterMigrationAreSecuredAndGranted() throws SQLException {
        admit(ALPHA, BETA);
        Migration later = new Migration(900, """
                CREATE TABLE far (
                    team TEXT COLLATE "C" NOT NULL,
                    value BIGINT NOT NULL
                );
                CREATE TABLE parts (
                    team TEXT COLLATE "C" NOT NULL,
                    at_micros BIGINT NOT NULL
                ) PARTITION BY RANGE (at_micros);
                CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (100);
                """);
        PostgresStore.open(owner, PostgresStore.migrations().and(later)).close();
        try (ResultStore store = PostgresStore.open(service(ALPHA), PostgresStore.migrations())) {
            assertThat(store.offsets()).isEmpty();
        }
        try (Connection service = connect(service(ALPHA));
                Statement statement = service.createStatement();
                TeamRoles roles = TeamRoles.open(owner)) {
            for (String table : List.of("far", "parts")) {
                statement.execute("INSERT INTO " + table + " VALUES ('alpha-1', 1)");
                assertThatThrownBy(() -> statement.execute("INSERT INTO " + table + " VALUES ('beta', 1)"))
                        .as(table)
                        .hasMessageContaining("row-level security policy");
            }
            assertThatThrownBy(() -> statement.execute("INSERT INTO parts_1 VALUES ('alpha-1', 1)"))
                    .hasMessageContaining("permission denied");
            assertThat(roles.read().unsecured()).isEmpty();
            assertThat(roles.read().missing(ALPHA)).isEmpty();
        }
        try (Connection reader = connect(reader(BETA))) {
            assertThat(StoredRows.texts(reader, "SELECT value FROM far")).isEmpty();
            assertThat(StoredRows.texts(reader, "SELECT at_micros FROM parts")).isEmpty();
        }
    }

    @Test
    void aPartitionThatIsReachedByItsOwnNameShowsNoMoreThanItsTable() throws SQLException {
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "DO $$ BEGIN IF to_regrole('analyst') IS NULL THEN CREATE ROLE analyst LOGIN; END IF; END $$");
            statement.execute("GRANT USAGE ON SCHEMA " + owner.schema().orElseThrow() + " TO analyst");
            statement.execute(
                    "GRANT SELECT ON ALL TABLES IN SCHEMA " + owner.schema().orElseThrow() + " TO analyst");
            statement.execute("ALTER DEFAULT PRIVILEGES IN SCHEMA "
                    + owner.schema().orElseThrow() + " GRANT SELECT ON TABLES TO analyst");
        }
        admit(ALPHA, BETA);
        List<String> partitions;
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            // One is made when the store has teams.
            statement.execute("DO $$ BEGIN EXECUTE 'DROP TABLE ' || (SELECT stored FROM time_partitions()"
                    + " WHERE parent = 'requests' ORDER BY until DESC LIMIT 1); END $$");
            statement.execute("SELECT make_partitions()");
            partitions = StoredRows.texts(
                    connection,
                    "SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r'"
                            + " AND relnamespace = current_schema()::regnamespace");
            assertThat(partitions).hasSizeGreaterThan(12).contains("requests_default");
            statement.execute("INSERT INTO requests_default SELECT * FROM requests WHERE false");
        }
        for (PostgresAddress login : List.of(reader(ALPHA), service(ALPHA))) {
            try (Connection connection = connect(login);
                    Statement statement = connection.createStatement()) {
                for (String partition : partitions) {
                    for (String sql : List.of(
                            "SELECT * FROM " + partition,
                            "DELETE FROM " + partition,
                            "INSERT INTO " + partition + " SELECT * FROM " + partition,
                            "TRUNCATE " + partition,
                            "DROP TABLE " + partition)) {
                        assertThatThrownBy(() -> statement.execute(sql))
                                .as(sql)
                                .hasMessageMatching("(?s).*(permission denied|must be owner).*");
                    }
                }
            }
        }
        // A login with rights to partitions of its own, as default privileges give them, is held by their policies.
        try (Connection analyst = connect(as("analyst", owner));
                Connection superuser = connect(as("tidemark", owner));
                Statement statement = superuser.createStatement()) {
            for (String partition : partitions) {
                assertThat(StoredRows.texts(analyst, "SELECT team FROM " + partition))
                        .as(partition)
                        .isEmpty();
            }
            statement.execute("DROP OWNED BY analyst");
        }
        try (TeamRoles roles = TeamRoles.open(owner)) {
            assertThat(roles.read().unsecured()).isEmpty();
            assertThat(roles.read().missing(ALPHA)).isEmpty();
        }
    }

    /** Promise of the store: a team that writes rows of coming days keeps no other team from its partitions, and its rows stay its own. */
    @Test
    void rowsOfComingDaysOfOneTeamKeepNoOtherFromItsPartitions() throws SQLException {
        admit(ALPHA, BETA);
        Instant now = InstantSource.system().instant();
        try (ResultStore hostile = PostgresStore.open(service(ALPHA));
                Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            statement.execute("DO $$ DECLARE part REGCLASS; BEGIN FOR part IN SELECT stored FROM time_partitions()"
                    + " WHERE parent = 'requests' AND until > (now() AT TIME ZONE 'UTC')::DATE + 2"
                    + " LOOP EXECUTE 'DROP TABLE ' || part; END LOOP; END $$");
            for (int day = 2; day < 7; day++) {
                String run = Ulid.next(InstantSource.fixed(now.plus(Duration.ofDays(day))), new SplittableRandom(1));
                hostile.write(new WriteBatch(
                        List.of(new StoreChange.StoredEvent(
                                ALPHA, now, Events.request(0, 100).setRun(run).build())),
                        List.of()));
            }
            try (ResultStore beta = PostgresStore.open(service(BETA))) {
                beta.maintain(BETA, Retention.FOR_GOOD, now);
            }
            assertThat(StoredRows.texts(
                            connection,
                            "SELECT COUNT(*) FROM time_partitions() WHERE parent = 'requests'"
                                    + " AND until > (now() AT TIME ZONE 'UTC')::DATE"))
                    .containsExactly("8");
            assertThat(
                            StoredRows.texts(
                                    connection,
                                    "SELECT DISTINCT tableoid = 'requests_default'::regclass FROM requests WHERE team = 'alpha-1'"))
                    .containsExactly("f");
        }
        assertThat(rows()).containsEntry("requests", "alpha-1 6, beta 1");
        try (Connection beta = connect(reader(BETA))) {
            assertThat(StoredRows.texts(beta, "SELECT DISTINCT team FROM requests"))
                    .containsExactly("beta");
        }
    }

    /** The functions that drop partitions are the owner's and see all teams, whatever the caller has set. */
    @Test
    void noLoginDropsRowsOfAnotherTeamBeforeTheirTime() throws SQLException {
        admit(ALPHA, BETA);
        TimePartitionAges.end(owner, "requests");
        try (Connection service = connect(service(ALPHA));
                Statement statement = service.createStatement()) {
            statement.execute("INSERT INTO team_retentions VALUES ('alpha-1', 1, 1, 1)");
            assertThatThrownBy(() -> statement.execute("INSERT INTO team_retentions VALUES ('beta', 1, 1, 1)"))
                    .hasMessageContaining("row-level security policy");
            statement.execute("DELETE FROM requests");
            for (String set : List.of("", "alpha-1", "alpha-1,beta", "nobody")) {
                statement.execute("SET tidemark.team = '" + set + "'");
                statement.execute("SET search_path = " + owner.schema().orElseThrow());
                assertThat(StoredRows.texts(service, "SELECT drop_partition(" + Long.MAX_VALUE + ")"))
                        .as("tidemark.team = '%s'", set)
                        .containsExactly((String) null);
            }
            statement.execute("CREATE TEMPORARY TABLE team_retentions AS SELECT 'beta' AS team,"
                    + " 1 AS requests_seconds, 1 AS window_stats_seconds, 1 AS server_samples_seconds,"
                    + " 1 AS window_hours_seconds");
            statement.execute("SET search_path = pg_temp, " + owner.schema().orElseThrow());
            assertThat(StoredRows.texts(service, "SELECT drop_partition(" + Long.MAX_VALUE + ")"))
                    .containsExactly((String) null);
            statement.execute("SET row_security = off");
            assertThat(StoredRows.texts(service, "SELECT drop_partition(" + Long.MAX_VALUE + ")"))
                    .containsExactly((String) null);
        }
        assertThat(rows()).containsEntry("requests", "beta 1");
        try (ResultStore store = PostgresStore.open(service(BETA))) {
            store.maintain(BETA, Retention.FOR_GOOD, START);
            store.maintain(
                    BETA,
                    Retention.DEFAULT.with(TimePartitionAges.SHORT, TimePartitionAges.SHORT, TimePartitionAges.SHORT),
                    START);
        }
        try (Connection reader = connect(reader(BETA))) {
            assertThat(StoredRows.texts(reader, "SELECT drop_partition(" + Long.MAX_VALUE + ")"))
                    .as("who only reads")
                    .containsExactly((String) null);
        }
        try (Connection service = connect(service(ALPHA))) {
            assertThat(StoredRows.texts(service, "SELECT drop_partition(" + Long.MAX_VALUE + ")"))
                    .as("whose rows are past by what each team said of its own")
                    .containsExactly(TimePartitionAges.ended("requests"));
        }
    }

    @Test
    void aServiceDoesNotMigrateAndSaysWhoMust() throws SQLException {
        admit(ALPHA);
        Migration later = new Migration(900, "ALTER TABLE runs ADD COLUMN mood BIGINT;");
        assertThatThrownBy(() -> PostgresStore.open(
                        service(ALPHA), PostgresStore.migrations().and(later)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("must be owner")
                .hasMessageContaining("admin store migrate");
    }

    @Test
    void policiesOfAnotherOwnerAreMadeAnew() throws SQLException {
        admit(ALPHA);
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP POLICY whole_store ON runs");
            assertThat(StoredRows.texts(connection, "SELECT team FROM runs"))
                    .as("the owner, without the policy that is for it")
                    .doesNotContain("beta");
        }
        try (TeamRoles roles = TeamRoles.open(owner)) {
            assertThat(roles.read().unsecured()).containsExactly("runs");
        }
        admit(ALPHA);
        try (Connection connection = connect(owner);
                TeamRoles roles = TeamRoles.open(owner)) {
            assertThat(StoredRows.texts(connection, "SELECT team FROM runs ORDER BY team"))
                    .containsExactly("alpha-1", "beta");
            assertThat(roles.read().missing(ALPHA)).isEmpty();
        }
    }

    @Test
    void aTeamThatIsRemovedHasNoRolesAndItsRowsStayUnlessTheyAreDeletedToo() throws SQLException {
        admit(ALPHA, BETA);
        try (TeamRoles roles = TeamRoles.open(owner)) {
            roles.apply(roles.read().removal(BETA), Map.of(), BETA, Events.audit());
            assertThat(roles.read().byTeam()).containsOnlyKeys("alpha-1");
            assertThat(roles.read().whole(BETA)).isEmpty();
        }
        assertThat(rows()).allSatisfy((table, held) -> assertThat(held).isEqualTo("alpha-1 1, beta 1"));
        try (TeamRoles roles = TeamRoles.open(owner)) {
            roles.apply(roles.read().removalOfRows(BETA), Map.of(), BETA, Events.audit());
        }
        assertThat(rows()).allSatisfy((table, held) -> assertThat(held).isEqualTo("alpha-1 1"));
    }

    @Test
    void thePasswordOfARoleIsKeptAsAHash() throws SQLException {
        Team team = new Team("secret-" + owner.schema().orElseThrow().replace('_', '-'));
        String reader = new TeamRole(team, TeamRole.Kind.READER).name();
        try (TeamRoles roles = TeamRoles.open(owner)) {
            roles.apply(roles.read().missing(team), Map.of(reader, "a-password"), team, Events.audit());
        }
        try (Connection superuser = connect(as("tidemark", owner))) {
            assertThat(StoredRows.texts(
                            superuser, "SELECT rolpassword FROM pg_authid WHERE rolname = '" + reader + "'"))
                    .singleElement()
                    .satisfies(hash ->
                            assertThat(hash).startsWith("SCRAM-SHA-256$").doesNotContain("a-password"));
        }
    }
}
