package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.docs.DocBlock;
import io.tidemark.app.team.StoreRowAttempts.Outcome;
import io.tidemark.app.team.StoreRowAttempts.Relation;
import io.tidemark.app.team.StoreRowAttempts.Verb;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Database logins of two teams, and one of none, try every table and view of one store; and what the commands show them. */
@Tag("integration")
final class StoreIsolationTest {
    private static final String RESULT = "importers/src/test/resources/fixtures/vllm-bench/detailed-completions.json";
    /** A store of whole runs, and one of rows that stand for all that there may be. */
    private static final String RESULTS = "results";

    private static final String ROWS = "rows_of_all";
    private static final String STRANGER = "stranger";
    private static final String READ = "tidemark_alpha_reader";
    private static final String SERVE = "tidemark_alpha_service";
    private static final List<String> LOGINS =
            List.of(READ, SERVE, "tidemark_beta_reader", "tidemark_beta_service", STRANGER);

    @TempDir
    private static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
        TrustedEventClasses.trust();
        server = PostgresServer.start(folder);
        try (Connection superuser = DriverManager.getConnection(server.url());
                Statement statement = superuser.createStatement()) {
            statement.execute("CREATE ROLE store_owner LOGIN CREATEROLE");
            statement.execute("CREATE ROLE " + STRANGER + " LOGIN");
            statement.execute("CREATE DATABASE " + RESULTS + " OWNER store_owner");
            statement.execute("CREATE DATABASE " + ROWS + " OWNER store_owner");
        }
        for (String database : List.of(RESULTS, ROWS)) {
            said(0, "admin", "store", "migrate", "--store", store(database, "store_owner"));
            for (String team : List.of("alpha", "beta")) {
                String role = "+ role   tidemark_" + team + "_service";
                assertThat(add(database, team).contains(role))
                        .as("a role is made once on a server")
                        .isEqualTo(database.equals(RESULTS));
            }
            try (Connection superuser = connect(database, "tidemark");
                    Statement statement = superuser.createStatement()) {
                // The worst case: a login that may read tables, and belongs to no team.
                statement.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + STRANGER);
            }
        }
        importing("alpha", RESULT, "baseline");
        importing("alpha", dated("10"), "moderate");
        importing("beta", dated("19"), "only");
    }

    /** The same result of another year, so another run. */
    private static String dated(String century) throws IOException {
        return Files.writeString(
                        folder.resolve(century + ".json"),
                        Files.readString(Path.of(RESULT)).replaceFirst("\"date\": \"20", "\"date\": \"" + century))
                .toString();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String store(String database, String login) {
        return server.url(database).replace("user=tidemark", "user=" + login);
    }

    private static Connection connect(String database, String login) throws SQLException {
        return DriverManager.getConnection(store(database, login));
    }

    private static String add(String database, String team) {
        return said(
                0,
                "admin",
                "team",
                "add",
                team,
                "--store-only",
                "--store",
                store(database, "store_owner"),
                "--apply",
                "--secrets",
                folder.resolve("secrets").toString());
    }

    /** As the schema public of PostgreSQL before 15. */
    @Test
    void aStoreWhoseSchemaIsOpenToAllGetsNoTeam() throws SQLException {
        try (Connection superuser = connect(ROWS, "tidemark");
                Statement statement = superuser.createStatement()) {
            statement.execute("GRANT CREATE ON SCHEMA public TO PUBLIC");
            try {
                assertThat(said(
                                2,
                                "admin",
                                "team",
                                "add",
                                "gamma",
                                "--store-only",
                                "--store",
                                store(ROWS, "store_owner"),
                                "--apply"))
                        .contains(
                                "the schema public of --store lets every login of database rows_of_all make functions in it",
                                "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
            } finally {
                statement.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
            }
            try (ResultSet role = statement.executeQuery("SELECT to_regrole('tidemark_gamma_service') IS NULL")) {
                role.next();
                assertThat(role.getBoolean(1)).isTrue();
            }
        }
    }

    private static void importing(String team, String file, String phase) {
        said(
                0,
                "runs",
                "import",
                file,
                "--team",
                team,
                "--experiment",
                team + "-tuning",
                "--phase",
                phase,
                "--store",
                store(RESULTS, "tidemark_" + team + "_service"));
    }

    private static String said(int expectedExit, String... verb) {
        try (Shell shell = new Shell(folder.resolve("home"))) {
            int exit = shell.run(verb);
            assertThat(exit)
                    .as("%s: %s%s", List.of(verb), shell.err(), shell.out())
                    .isEqualTo(expectedExit);
            return shell.out() + shell.err();
        }
    }

    private static String as(String login, int expectedExit, String... verb) {
        List<String> all = new ArrayList<>(List.of(verb));
        all.addAll(List.of("--store", store(RESULTS, login)));
        return said(expectedExit, all.toArray(String[]::new));
    }

    @Test
    void everyCellOfTheMatrixIsAsItIsSaid() throws Exception {
        List<Relation> relations;
        try (Connection superuser = connect(ROWS, "tidemark")) {
            StoreRowAttempts.fill(superuser, List.of("alpha", "beta"));
            relations = StoreRowAttempts.relations(superuser);
        }
        assertThat(relations).hasSizeGreaterThan(40);
        SoftAssertions cells = new SoftAssertions();
        Map<Attempted, List<Outcome>> outcomes = new LinkedHashMap<>();
        for (int login = 0; login < LOGINS.size(); login++) {
            try (Connection user = connect(ROWS, LOGINS.get(login))) {
                for (Attempted attempted : attempts(relations)) {
                    Outcome outcome = attempted.verb().attempt(user, attempted.relation(), "alpha", "beta");
                    cells.assertThat(outcome)
                            .as("%s may %s %s", LOGINS.get(login), attempted.verb(), attempted.relation())
                            .isEqualTo(attempted.verb().expected(attempted.relation(), login));
                    outcomes.computeIfAbsent(attempted, first -> new ArrayList<>())
                            .add(outcome);
                }
            }
        }
        cells.assertAll();
        assertThat(outcomes).hasSizeGreaterThan(40 * 4);
        Map<List<Object>, List<String>> lines = new LinkedHashMap<>();
        outcomes.forEach((attempted, all) -> lines.computeIfAbsent(
                        List.of(attempted.relation().kind(), attempted.verb(), all), first -> new ArrayList<>())
                .add("`" + attempted.relation().name() + "`"));
        StringBuilder table = new StringBuilder(
                "| rows of a team in | attempt | its reader | its service | another team's reader | another team's service | no team's |\n"
                        + "|---|---|---|---|---|---|---|");
        lines.forEach((line, names) -> table.append("\n| ")
                .append(names.size() == 1 ? "table " + names.get(0) : names.size() + " " + line.get(0) + "s")
                .append(" | ")
                .append(((Verb) line.get(1)).words())
                .append(((List<?>) line.get(2))
                        .stream()
                                .map(outcome -> " | " + ((Outcome) outcome).words())
                                .collect(Collectors.joining()))
                .append(" |"));
        DocBlock.of("docs/reference/isolation.md", "isolation-store").mustBe(table.toString());
    }

    private record Attempted(Verb verb, Relation relation) {}

    private static List<Attempted> attempts(List<Relation> relations) {
        return Arrays.stream(Verb.values())
                .flatMap(verb ->
                        relations.stream().filter(verb::appliesTo).map(relation -> new Attempted(verb, relation)))
                .toList();
    }

    @Test
    void commandsOfAReaderKnowItsTeamAlone() {
        String alphas = runs(READ);
        String betas = runs("tidemark_beta_reader");
        assertThat(alphas).contains("alpha-tuning").doesNotContain("beta-tuning");
        assertThat(betas).contains("beta-tuning").doesNotContain("alpha-tuning");
        assertThat(as(READ, 0, "report", "--experiment", "alpha-tuning")).contains("alpha-tuning");
        assertThat(as(READ, 0, "compare", "baseline", "moderate", "--json")).contains("\"answer\"");
        String run = firstRun(betas);
        assertThat(as(READ, 2, "report", run)).contains("run " + run + " is not in the store");
        assertThat(as(READ, 2, "report", "--experiment", "beta-tuning")).contains("holds no experiment");
        assertThat(as(READ, 2, "runs", "show", run)).contains("is not in the store");
        assertThat(as(STRANGER, 0, "runs", "list")).doesNotContain("tuning");
    }

    private static String runs(String login) {
        return as(login, 0, "runs", "list", "--json");
    }

    private static String firstRun(String list) {
        return list.replaceFirst("(?s).*?\"run\":\"([^\"]+)\".*", "$1").strip();
    }

    @Test
    void aTeamIsMadeOnceAndListedAndChecked() throws Exception {
        assertThat(as("store_owner", 0, "admin", "team", "add", "alpha", "--store-only", "--apply"))
                .startsWith("team alpha: nothing to change, ");
        assertThat(as("store_owner", 0, "admin", "team", "list", "--store-only"))
                .contains(
                        "  tidemark_alpha_reader            reads rows",
                        "  tidemark_beta_service            writes rows");
        assertThat(as("store_owner", 0, "doctor", "--team", "alpha"))
                .contains(
                        "ok      store reader   tidemark_alpha_reader",
                        "ok      store service  tidemark_alpha_service",
                        "row security holds on all",
                        "[" + STRANGER + "] may read tables, and see no row",
                        "no row security holds for [tidemark]")
                .doesNotContain("no row security on");
        assertThat(as("store_owner", 5, "doctor", "--team", "gamma"))
                .contains("tidemark_gamma_reader is not there or lacks rights");
        Path password = folder.resolve("secrets").resolve("tidemark_alpha_reader.password");
        assertThat(Files.getPosixFilePermissions(password)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.readString(password).strip()).hasSize(43);
    }

    @Test
    void whatIsPrintedForPsqlMakesATeamAndRemovalTakesItAway() throws Exception {
        String sql = as("store_owner", 0, "admin", "team", "add", "gone-1", "--store-only", "--commands");
        assertThat(sql)
                .startsWith("BEGIN;\nCREATE ROLE tidemark_gone_1_reader LOGIN;\n")
                .contains("COMMIT;\n\\password tidemark_gone_1_reader\n");
        try (Connection administrator = connect(RESULTS, "store_owner");
                Statement statement = administrator.createStatement()) {
            for (String one : sql.substring(0, sql.indexOf("\\password")).split(";\n", -1)) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
        }
        assertThat(as("store_owner", 0, "admin", "team", "add", "gone-1", "--store-only"))
                .startsWith("team gone-1: nothing to change, ");

        assertThat(as("store_owner", 0, "admin", "team", "remove", "gone-1", "--store-only"))
                .contains("- role   tidemark_gone_1_reader", "changes to make (with --apply)");
        as("store_owner", 0, "admin", "team", "remove", "gone-1", "--store-only", "--delete-data", "--apply");
        assertThat(as("store_owner", 0, "admin", "team", "list", "--store-only"))
                .doesNotContain("gone");
        assertThat(as(READ, 2, "admin", "team", "add", "own", "--store-only", "--store-password-file", "/nowhere"))
                .contains("cannot be read");
        assertThat(said(2, "admin", "team", "add", "own", "--store-only", "--store", "results.db"))
                .contains("--store-only needs --store jdbc:postgresql://");
    }
}
