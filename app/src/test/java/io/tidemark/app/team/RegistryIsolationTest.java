package io.tidemark.app.team;

import static io.tidemark.app.team.PrincipalKind.PRODUCER;
import static io.tidemark.app.team.PrincipalKind.READER;
import static io.tidemark.app.team.PrincipalKind.SERVICE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.docs.DocBlock;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Principals of two teams, and a user of none, try everything on the subjects of one in a registry with users. */
@Tag("integration")
final class RegistryIsolationTest {
    private static final Team ALPHA = new Team("alpha");
    private static final Team BETA = new Team("beta");
    private static final String STRANGER = "stranger";
    private static final Set<PrincipalKind> NOBODY = Set.of();
    private static final Set<PrincipalKind> EVERYBODY = Set.of(PRODUCER, READER, SERVICE);
    private static final String NONE = "{\"compatibility\":\"NONE\"}";

    @TempDir
    private static Path folder;

    private static SecuredCluster cluster;
    private final HttpClient http = HttpClient.newHttpClient();

    /** @param allowed to principals of the team, and to nobody else */
    private record Row(
            String resource, String verb, Set<PrincipalKind> allowed, String method, String path, String body) {}

    @BeforeAll
    static void start() throws Exception {
        cluster = SecuredCluster.withRegistryUsers(folder);
        RegistryUsers.read(cluster.registryUsers())
                .with(
                        STRANGER,
                        new RegistryUser(
                                PasswordHash.of(STRANGER, SecuredCluster.FEW_ITERATIONS, new SecureRandom()),
                                List.of()))
                .write(cluster.registryUsers());
        for (Team team : List.of(ALPHA, BETA)) {
            String made = cluster.said(
                    cluster.admin(),
                    0,
                    add(team, "--apply", "--secrets", secrets(team).toString()));
            assertThat(made)
                    .contains("+ user   " + team + "-producer of the registry")
                    .contains("+ right  " + team + "-reader Read tidemark." + team + ".*")
                    .contains("changes made, 0 unchanged");
        }
        SecuredCluster.hashWithFewIterations(cluster.registryUsers(), logins().values());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static String[] add(Team team, String... more) {
        List<String> words = new ArrayList<>(List.of("admin", "team", "add", team.name(), "--partitions", "1"));
        words.addAll(List.of("--registry-users", cluster.registryUsers().toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private static Path secrets(Team team) {
        return folder.resolve(team + "-secrets");
    }

    private static Map<String, String> settings(Team team, PrincipalKind kind) {
        return SecuredCluster.settings(secrets(team).resolve(team + "-" + kind.word() + ".registry.properties"));
    }

    /** Logins by name, in the order of the columns of the table. */
    private static Map<String, String> logins() throws Exception {
        Map<String, String> logins = new LinkedHashMap<>();
        for (Team team : List.of(ALPHA, BETA)) {
            for (PrincipalKind kind : PrincipalKind.values()) {
                logins.put(team + "-" + kind.word(), settings(team, kind).get("basic.auth.user.info"));
            }
        }
        logins.put(STRANGER, STRANGER + ":" + STRANGER);
        return logins;
    }

    private int status(String login, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(cluster.registryUrl() + path))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    /** Who may is written here by hand, not taken from the rights. */
    private static List<Row> rows() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            if (topic.schema().isEmpty()) {
                continue;
            }
            String subject = "/subjects/" + topic.subject(ALPHA);
            String name = "subject of `" + topic.stream() + "`";
            String schema = "{\"schema\":"
                    + new JsonMapper().writeValueAsString(topic.schema().get().toString()) + "}";
            Set<PrincipalKind> readers =
                    topic.isInput() || topic == Topic.RUN_COMMANDS ? EVERYBODY : Set.of(READER, SERVICE);
            rows.add(new Row(
                    name,
                    "register a schema",
                    topic.isInput() ? Set.of(PRODUCER) : Set.of(SERVICE),
                    "POST",
                    subject + "/versions",
                    schema));
            rows.add(new Row(name, "look a schema up", readers, "POST", subject, schema));
            rows.add(new Row(name, "read the latest version", readers, "GET", subject + "/versions/latest", ""));
            rows.add(new Row(name, "delete a version", NOBODY, "DELETE", subject + "/versions/1", ""));
            rows.add(new Row(name, "delete it", NOBODY, "DELETE", subject, ""));
            rows.add(new Row(name, "delete it for good", NOBODY, "DELETE", subject + "?permanent=true", ""));
            String level = "/config/" + topic.subject(ALPHA);
            rows.add(new Row(name, "change its compatibility", NOBODY, "PUT", level, NONE));
            rows.add(new Row(name, "unset its compatibility", NOBODY, "DELETE", level, ""));
        }
        rows.add(new Row(
                "any other subject of the team",
                "register a schema",
                NOBODY,
                "POST",
                "/subjects/tidemark.alpha.another-value/versions",
                "{\"schema\":\"\\\"long\\\"\"}"));
        rows.add(new Row("all subjects", "change the compatibility", NOBODY, "PUT", "/config", NONE));
        rows.add(new Row("all subjects", "unset the compatibility", NOBODY, "DELETE", "/config", ""));
        return rows;
    }

    @Test
    void everyCellOfTheMatrixIsAsItIsSaid() throws Exception {
        Map<String, String> logins = logins();
        SoftAssertions cells = new SoftAssertions();
        StringBuilder table = new StringBuilder(
                "| subjects of a team | attempt | its producer | its reader | its service | another team's | no team's |\n|---|---|---|---|---|---|---|");
        for (Row row : rows()) {
            List<Boolean> done = new ArrayList<>();
            for (Map.Entry<String, String> login : logins.entrySet()) {
                int status = status(login.getValue(), row.method(), row.path(), row.body());
                boolean expected = Arrays.stream(PrincipalKind.values())
                        .anyMatch(kind ->
                                row.allowed().contains(kind) && login.getKey().equals(ALPHA + "-" + kind.word()));
                cells.assertThat(status)
                        .as("%s may %s: %s", login.getKey(), row.verb(), row.resource())
                        .isEqualTo(expected ? 200 : 403);
                done.add(status == 200);
            }
            table.append(line(row, done));
        }
        cells.assertAll();
        DocBlock.of("docs/reference/isolation.md", "isolation-registry").mustBe(table.toString());
    }

    private static String line(Row row, List<Boolean> done) {
        boolean anotherTeam = done.subList(3, 6).contains(true);
        return "\n| " + row.resource() + " | " + row.verb() + " | " + word(done.get(0)) + " | " + word(done.get(1))
                + " | " + word(done.get(2)) + " | " + word(anotherTeam) + " | " + word(done.get(6)) + " |";
    }

    private static String word(boolean done) {
        return done ? "**yes**" : "refused";
    }

    @Test
    void passwordsAreOfTheirUsersAlone() throws Exception {
        Map<String, String> logins = logins();
        String betas = logins.get("beta-service").split(":", 2)[1];
        String own = logins.get("alpha-service").split(":", 2)[1];
        for (String login :
                List.of("alpha-service:" + betas, "alpha-service:", "ALPHA-SERVICE:" + own, "admin:" + own)) {
            assertThat(status(login, "GET", "/subjects", "")).isEqualTo(401);
        }
    }

    @Test
    void theServiceFindsAllSchemasOfItsTeamWithItsFile() throws Exception {
        SchemaRegistry schemas = SchemaRegistry.connect(new RegistryConfig(
                cluster.registryUrl(), settings(ALPHA, SERVICE), RegistryConfig.Registration.LOOK_UP));
        Set<Topic> all = Arrays.stream(Topic.values())
                .filter(topic -> topic.schema().isPresent())
                .collect(Collectors.toSet());
        assertThat(schemas.ids(ALPHA, all).fingerprints()).hasSize(12);
    }

    @Test
    void aTeamIsMadeOnceCheckedAndRemoved() throws Exception {
        Team gone = new Team("gone");
        String[] registry = {"--registry-users", cluster.registryUsers().toString()};
        cluster.said(
                cluster.admin(),
                0,
                add(gone, "--apply", "--secrets", secrets(gone).toString()));
        assertThat(cluster.said(cluster.admin(), 0, add(gone))).startsWith("team gone: nothing to change, ");
        assertThat(cluster.said(cluster.admin(), 0, "doctor", "--team", "gone", registry[0], registry[1]))
                .contains("ok      registry/producer gone-producer")
                .contains("no kind of principal of team gone has it: admin All *");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "list", registry[0], registry[1]))
                .contains("  gone-reader                      reader")
                .contains("  gone-reader of the registry      reader")
                .doesNotContain("admin of the registry");
        String reader = settings(gone, READER).get("basic.auth.user.info");
        Await.until(() -> isLetIn(reader), () -> "the new reader is not let in");

        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "remove", "gone", registry[0], registry[1]))
                .contains("- right  gone-reader Read tidemark.gone.*")
                .contains("- user   gone-reader of the registry");
        cluster.said(cluster.admin(), 0, "admin", "team", "remove", "gone", "--apply", registry[0], registry[1]);

        Await.until(() -> !isLetIn(reader), () -> "the removed reader is still let in");
        assertThat(RegistryUsers.read(cluster.registryUsers()).users().keySet())
                .contains("alpha-reader")
                .noneMatch(user -> user.startsWith("gone"));
    }

    private boolean isLetIn(String login) {
        try {
            return status(login, "GET", "/subjects", "") == 200;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
