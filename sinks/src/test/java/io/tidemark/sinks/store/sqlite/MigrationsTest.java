package io.tidemark.sinks.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.jdbc.Migration;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.session.JdbcStore;
import io.tidemark.sinks.store.jdbc.session.RunPruning;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MigrationsTest {
    private static final Team TEAM = new Team("perf");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("tidemark.db");
    }

    @Test
    void aStoreOfBeforeTheFirstMigrationIsRefusedByItsVersionAndLeftAlone() throws Exception {
        execute(file, "CREATE TABLE old (value TEXT)", "PRAGMA user_version = 25");
        byte[] before = Files.readAllBytes(file);
        Migrations later = new Migrations(List.of(
                new Migration(26, "CREATE TABLE far (value TEXT);"),
                new Migration(27, "CREATE TABLE further (value TEXT);")));
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> SqliteStore.open(file, later).close(),
                () -> JdbcStore.openReader(new SqliteFile(file), later).close())) {
            assertThatThrownBy(use)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("store " + file + " has version 25")
                    .hasMessageContaining("this tidemark has version 27 and reads and writes versions from 26 on")
                    .hasMessageContaining("`tidemark admin store migrate --store " + file + "`")
                    .hasMessageContaining("give this one another --store");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aMigrationThatFailsLeavesTheFileUntouched() throws Exception {
        execute(file, "CREATE TABLE old (value TEXT)", "INSERT INTO old VALUES ('kept')", "PRAGMA user_version = 1");
        byte[] before = Files.readAllBytes(file);
        Migrations failing = new Migrations(List.of(
                new Migration(1, "CREATE TABLE old (value TEXT)"),
                new Migration(2, "CREATE TABLE fresh (value TEXT); DELETE FROM old"),
                new Migration(3, "ALTER TABLE absent ADD COLUMN value TEXT")));
        assertThatThrownBy(() -> SqliteStore.open(file, failing))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("from version 1 to 3")
                .hasMessageContaining("absent");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aStoreOfANewerVersionIsRefusedAndLeftAlone() throws Exception {
        execute(file, "CREATE TABLE later (value TEXT)", "PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> SqliteStore.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("newer tidemark");
        assertThatThrownBy(() -> SqliteStore.openReader(file)).hasMessageContaining("version 99");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aReaderReadsAStoreOfTheReleaseBefore() throws Exception {
        try (ResultStore older = SqliteStore.open(file)) {
            older.write(new WriteBatch(List.of(run()), List.of()));
        }
        Migrations next = with("""
            ALTER TABLE runs ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
            ALTER TABLE runs ADD COLUMN heat REAL;
            CREATE TABLE far (
                team TEXT NOT NULL,
                value INTEGER NOT NULL
            ) STRICT;
            """);
        try (QueryRunner queries = new QueryRunner(new SqliteFile(file), next);
                ResultReader reader = JdbcStore.openReader(new SqliteFile(file), next)) {
            assertThat(queries.list("SELECT mood, heat FROM runs", row -> row.text("mood") + row.realIfAny("heat")))
                    .containsExactly("calmOptionalDouble.empty");
            assertThat(queries.list("SELECT value FROM far", row -> row.integer("value")))
                    .isEmpty();
            assertThat(reader.run(new RunKey(TEAM, Events.RUN)).orElseThrow().lost())
                    .isEmpty();
        }
        assertThat(version(file)).isEqualTo(SqliteStore.migrations().version());
    }

    @Test
    void aStoreOfTheReleaseAfterIsReadAndWrittenAsLongAsItsMigrationsAdd() throws Exception {
        Migrations next = with("ALTER TABLE runs ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';");
        try (ResultStore newer = SqliteStore.open(file, next)) {
            newer.write(new WriteBatch(List.of(run()), List.of()));
        }
        assertThat(version(file)).isEqualTo(next.version());
        try (ResultStore store = SqliteStore.open(file);
                ResultReader reader = SqliteStore.openReader(file)) {
            assertThat(reader.latestRuns(1)).hasSize(1);
            store.write(new WriteBatch(
                    List.of(new StoreChange.StoredEvent(
                            TEAM, Events.START, Events.request(0, 1).build())),
                    List.of()));
            assertThat(reader.requestCount(new RunKey(TEAM, Events.RUN))).isEqualTo(1);
        }
        assertThat(version(file)).isEqualTo(next.version());
    }

    @Test
    void aStoreThatSaysItIsTooNewIsRefusedWithTheVersionThatCanUseIt() throws Exception {
        Migrations next = with("-- oldest program: 900\nCREATE TABLE far (value TEXT);");
        SqliteStore.open(file, next).close();
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> SqliteStore.open(file).close(),
                () -> SqliteStore.openReader(file).close())) {
            assertThatThrownBy(use)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("version 900, which programs from version 900 on can use")
                    .hasMessageContaining("this tidemark has version "
                            + SqliteStore.migrations().version());
        }
    }

    /** Older programs read and write a newer store, so what a migration does must leave them what they know. */
    @Test
    void migrationsThatDoNotSayOtherwiseOnlyAdd() {
        List<Migration> bundled = SqliteStore.migrations().all();
        for (Migration migration : bundled.subList(1, bundled.size())) {
            assertThat(onlyAdds(migration))
                    .as("migration %s", migration.number())
                    .isTrue();
        }
        assertThat(onlyAdds(new Migration(900, "ALTER TABLE runs ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';")))
                .isTrue();
        assertThat(onlyAdds(new Migration(900, "ALTER TABLE runs ADD COLUMN mood TEXT NOT NULL;")))
                .isFalse();
        assertThat(onlyAdds(new Migration(900, "ALTER TABLE runs DROP COLUMN plan;")))
                .isFalse();
        assertThat(onlyAdds(new Migration(
                        900, "CREATE TRIGGER t BEFORE DELETE ON runs\nBEGIN\n    SELECT RAISE(ABORT, 'no');\nEND;")))
                .isFalse();
        assertThat(onlyAdds(new Migration(900, "-- oldest program: 900\nALTER TABLE runs DROP COLUMN plan;")))
                .isTrue();
    }

    private static boolean onlyAdds(Migration migration) {
        if (migration.script().contains("-- oldest program: ")) {
            return true;
        }
        Pattern adds = Pattern.compile("(?s)CREATE TABLE \\w+ .*|CREATE (UNIQUE )?INDEX .*|DROP INDEX .*"
                + "|ALTER TABLE \\w+ ADD COLUMN \\w+ (TEXT|INTEGER|REAL|BLOB)( NOT NULL DEFAULT .*| DEFAULT .*)?"
                + "|(UPDATE|DELETE FROM|INSERT INTO) .*");
        return Stream.of(withoutTriggersOfOwnTables(migration.script())
                        .replaceAll("(?m)^\\s*--.*$", "")
                        .split(";"))
                .map(String::strip)
                .allMatch(statement ->
                        statement.isEmpty() || adds.matcher(statement).matches());
    }

    /** A table that the same migration makes, no earlier program writes. */
    private static String withoutTriggersOfOwnTables(String script) {
        Pattern trigger = Pattern.compile("(?ms)^CREATE TRIGGER \\w+ BEFORE (?:UPDATE|DELETE) ON (\\w+)\\s.*?^END;$");
        return trigger.matcher(script)
                .replaceAll(match -> script.contains("CREATE TABLE " + match.group(1) + " (") ? "" : "TRIGGER;");
    }

    @Test
    void numbersOfMigrationsRiseAndMayLeaveSomeOut() throws Exception {
        List<Migration> bundled = SqliteStore.migrations().all();
        Migration last = bundled.get(bundled.size() - 1);
        Migrations gap = with("CREATE TABLE far (value TEXT);");
        SqliteStore.open(file).close();
        assertThat(version(file)).isEqualTo(last.number());
        SqliteStore.open(file, gap).close();
        assertThat(version(file)).isEqualTo(900);
        assertThat(names("SELECT name FROM sqlite_master WHERE name = 'far'")).hasSize(1);
        assertThatThrownBy(() -> new Migrations(List.of(new Migration(2, ""), new Migration(2, ""))))
                .hasMessageContaining("migration 2 must have a number above 2");
    }

    private static StoreChange run() {
        return new StoreChange.StoredEvent(
                TEAM, Events.START, Events.control(Events.START, Events.run(Events.RUN, Events.START)));
    }

    private static Migrations with(String script) {
        return new Migrations(
                Stream.concat(SqliteStore.migrations().all().stream(), Stream.of(new Migration(900, script)))
                        .toList());
    }

    @Test
    void readersNeitherMakeNorMigrateAStore() throws Exception {
        assertThatThrownBy(() -> SqliteStore.openReader(file)).hasMessageContaining("there is no store at");
        assertThat(file).doesNotExist();
        SqliteStore.open(file).close();
        Migrations next = with("CREATE TABLE far (value TEXT);");
        JdbcStore.openReader(new SqliteFile(file), next).close();
        assertThat(version(file)).isEqualTo(SqliteStore.migrations().version());
    }

    @Test
    void aFileThatIsNoStoreIsNamed() throws IOException {
        Files.writeString(
                file, "these are not the pages of a database, but a letter to whom it may concern".repeat(20));
        assertThatThrownBy(() -> SqliteStore.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void theReadmeListsTheTablesThereAre() throws Exception {
        SqliteStore.open(file).close();
        String readme = Files.readString(Path.of("README.md"));
        List<String> documented = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|")
                .matcher(readme.substring(readme.indexOf("## Tables")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(
                        names("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"));
    }

    @Test
    void everyTableHasTheTeam() throws Exception {
        SqliteStore.open(file).close();
        assertThat(names("SELECT t.name FROM sqlite_master t WHERE t.type = 'table' AND t.name <> 'store_version' AND"
                        + " NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'team' AND c.pk >"
                        + " 0)"))
                .isEmpty();
    }

    /** A run of a baseline is not pruned, so that table has no row of a pruned run. */
    @Test
    void pruningKnowsEveryTableOfARun() throws Exception {
        SqliteStore.open(file).close();
        assertThat(RunPruning.OF_A_RUN)
                .containsExactlyInAnyOrderElementsOf(names("SELECT t.name FROM sqlite_master t WHERE t.type = 'table'"
                        + " AND t.name <> 'baseline_runs'"
                        + " AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'run')"));
    }

    private List<String> names(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    private static int version(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            return new SqliteDialect().version(connection).number();
        }
    }

    private static void execute(Path file, String... scripts) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String script : scripts) {
                statement.executeUpdate(script);
            }
        }
    }
}
