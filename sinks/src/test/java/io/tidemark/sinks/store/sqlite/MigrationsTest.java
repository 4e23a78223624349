package io.tidemark.sinks.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.Events;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.jdbc.Migration;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.session.RunPruning;
import io.tidemark.sinks.store.read.DeadLetterRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
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
    void aStoreOfVersionOneKeepsItsRowsAndGoesOn() throws Exception {
        execute(file, resource("001_results.sql"), resource("version-1.sql"), "PRAGMA user_version = 1");
        try (ResultStore store = SqliteStore.open(file);
                ResultReader reader = store.reader()) {
            assertThat(reader.run(new RunKey(TEAM, Events.RUN))
                            .orElseThrow()
                            .origin()
                            .phaseConfig())
                    .containsEntry("max_num_seqs", "64");
            assertThat(reader.run(new RunKey(TEAM, Events.RUN)).orElseThrow().notes())
                    .isEqualTo(RunNotes.NONE);
            assertThat(reader.deadLetters(TEAM)).isEmpty();
            assertThat(store.offsets())
                    .containsEntry(new SourcePartition(TEAM, "control", 0), new SourceOffset("id", 42));
        }
        assertThat(version(file)).isEqualTo(Migrations.bundled().version());
    }

    @Test
    void comparisonsOfAnEarlierVersionAreKept() throws Exception {
        execute(
                file,
                resource("001_results.sql"),
                resource("version-1.sql"),
                "INSERT INTO regressions VALUES ('perf', 'h200', 'baseline', 'moderate', 'RATE', 2.0, 'TPOT', 0.99,"
                        + " '[\"a\"]', '[\"b\"]', 4e7, 5e7, 1.25, 1.1, NULL, 'SCREENING', 'one run', 7)",
                "PRAGMA user_version = 1");
        try (ResultStore store = SqliteStore.open(file);
                ResultReader reader = store.reader()) {
            assertThat(reader.regressions(TEAM, "h200")).singleElement().satisfies(kept -> {
                assertThat(kept.metric()).contains(Metric.TPOT);
                assertThat(kept.compared().measure()).isEqualTo("tpot");
                assertThat(kept.compared().change()).isEmpty();
                assertThat(kept.low()).hasValue(1.1);
                assertThat(kept.segment()).isEmpty();
            });
        }
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
        for (Migration migration : Migrations.bundled().all()) {
            if (migration.number() <= 18) {
                execute(file, new SqliteDialect().translated(migration.script()));
            }
            if (migration.number() == 1) {
                execute(file, resource("version-1.sql"));
            }
        }
        execute(
                file,
                "PRAGMA user_version = 18",
                "INSERT INTO dead_letters VALUES ('perf', 'windows', 0, 'id', 7, 'it is broken', 1)");
        try (ResultReader reader = SqliteStore.openReader(file)) {
            assertThat(reader.deadLetters(TEAM))
                    .containsExactly(new DeadLetterRow(TEAM, "windows", 0, 7, "UNKNOWN", "it is broken"));
            RunRow run = reader.run(new RunKey(TEAM, Events.RUN)).orElseThrow();
            assertThat(run.origin().phaseConfig()).containsEntry("max_num_seqs", "64");
            assertThat(run.lost()).isEmpty();
            assertThat(reader.runs(RunFilter.team(TEAM))).containsExactly(run);
        }
        assertThat(version(file)).isEqualTo(18);
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
                    .hasMessageContaining(
                            "this tidemark has version " + Migrations.bundled().version());
        }
    }

    /** Older programs read and write a newer store, so what a migration does must leave them what they know. */
    @Test
    void migrationsThatDoNotSayOtherwiseOnlyAdd() {
        Pattern adds = Pattern.compile("(?s)CREATE TABLE \\w+ .*|CREATE (UNIQUE )?INDEX .*|DROP INDEX .*"
                + "|ALTER TABLE \\w+ ADD COLUMN \\w+ (TEXT|INTEGER|REAL|BLOB)( NOT NULL DEFAULT .*| DEFAULT .*)?"
                + "|(UPDATE|DELETE FROM|INSERT INTO) .*");
        List<Migration> later = Migrations.bundled().all().stream()
                .filter(migration -> migration.number() > 18)
                .toList();
        assertThat(later).isNotEmpty();
        for (Migration migration : later) {
            if (migration.script().contains("-- oldest program: ")) {
                continue;
            }
            String statements = migration.script().replaceAll("(?m)^\\s*--.*$", "");
            assertThat(statements.split(";"))
                    .as("migration %s", migration.number())
                    .allSatisfy(statement -> assertThat(statement.isBlank()
                                    || adds.matcher(statement.strip()).matches())
                            .as(statement)
                            .isTrue());
        }
    }

    @Test
    void numbersOfMigrationsRiseAndMayLeaveSomeOut() throws Exception {
        List<Migration> bundled = Migrations.bundled().all();
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

    @Test
    void phantomStepsOfBeforeTheirDefinitionAreTakenOut() throws Exception {
        StepResult.Builder phantom = Events.result(Finality.PROVISIONAL, 1)
                .setTarget("default")
                .setLoadKind(LoadKind.UNKNOWN)
                .setLoad(0.0)
                .setMeasureFrom(Instant.EPOCH);
        try (ResultStore store = SqliteStore.open(file)) {
            store.write(new WriteBatch(
                    List.of(
                            new StoreChange.StoredEvent(TEAM, Events.START, phantom.build()),
                            new StoreChange.StoredEvent(
                                    TEAM,
                                    Events.START,
                                    Events.result(Finality.FINAL, 19).build())),
                    List.of()));
        }
        execute(file, "PRAGMA foreign_keys = ON;" + resource("022_phantom_steps.sql"));
        assertThat(names("SELECT target FROM step_results")).containsExactly("gpu");
        assertThat(names("SELECT DISTINCT target FROM step_metrics")).containsExactly("gpu");
    }

    private static StoreChange run() {
        return new StoreChange.StoredEvent(
                TEAM, Events.START, Events.control(Events.START, Events.run(Events.RUN, Events.START)));
    }

    private static Migrations with(String script) {
        return new Migrations(Stream.concat(Migrations.bundled().all().stream(), Stream.of(new Migration(900, script)))
                .toList());
    }

    @Test
    void readersNeitherMakeNorMigrateAStore() throws Exception {
        assertThatThrownBy(() -> SqliteStore.openReader(file)).hasMessageContaining("there is no store at");
        assertThat(file).doesNotExist();
        execute(file, resource("001_results.sql"), "PRAGMA user_version = 1");
        assertThatThrownBy(() -> SqliteStore.openReader(file))
                .hasMessageContaining("`tidemark admin store migrate --store '" + file + "'`");
        assertThat(version(file)).isEqualTo(1);
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
        assertThat(names(
                        "SELECT t.name FROM sqlite_master t WHERE t.type = 'table' AND t.name <> 'store_version' AND NOT EXISTS"
                                + " (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'team' AND c.pk > 0)"))
                .isEmpty();
    }

    @Test
    void pruningKnowsEveryTableOfARun() throws Exception {
        SqliteStore.open(file).close();
        assertThat(RunPruning.OF_A_RUN)
                .containsExactlyInAnyOrderElementsOf(names("SELECT t.name FROM sqlite_master t WHERE t.type = 'table'"
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

    private static String resource(String name) throws IOException {
        try (InputStream stream = Migrations.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
