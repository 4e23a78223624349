package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.docs.DocBlock;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Principals of two teams, and one of none, try everything on a broker that refuses what no rule allows. */
@Tag("integration")
final class TeamIsolationTest {
    private static final Team ALPHA = new Team("alpha");
    private static final Team BETA = new Team("beta");
    private static final String STRANGER = "stranger";

    @TempDir
    private static Path folder;

    private static SecuredCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = SecuredCluster.start(folder);
        for (Team team : List.of(ALPHA, BETA)) {
            String made = cluster.said(
                    cluster.admin(),
                    0,
                    "admin",
                    "team",
                    "add",
                    team.name(),
                    "--apply",
                    "--secrets",
                    secrets(team).toString(),
                    "--partitions",
                    "1");
            assertThat(made).contains("changes made, 0 unchanged").doesNotContain("password of");
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Path secrets(Team team) {
        return folder.resolve(team + "-secrets");
    }

    private static PrincipalClients clients(Map<String, String> settings) {
        return new PrincipalClients(cluster.bootstrapServers(), settings);
    }

    private static PrincipalClients clients(Team team, PrincipalKind kind) throws Exception {
        return clients(cluster.fromSecrets(secrets(team), team + "-" + kind.word()));
    }

    /** In the order of the columns of the table. */
    private static Map<String, PrincipalClients> users() throws Exception {
        Map<String, PrincipalClients> users = new LinkedHashMap<>();
        for (Team team : List.of(ALPHA, BETA)) {
            for (PrincipalKind kind : PrincipalKind.values()) {
                users.put(team + "-" + kind.word(), clients(team, kind));
            }
        }
        users.put(STRANGER, clients(cluster.oauth(STRANGER)));
        return users;
    }

    @Test
    void everyCellOfTheMatrixIsAsItIsSaid() throws Throwable {
        try (PrincipalClients admin = clients(cluster.admin())) {
            IsolationAttempts.writeWhatIsRead(ALPHA, admin);
        }
        Map<String, PrincipalClients> users = users();
        DocBlock.of("docs/reference/isolation.md", "isolation-matrix").mustBe(IsolationAttempts.on(ALPHA, users));
        users.values().forEach(PrincipalClients::close);
    }

    @Test
    void aTeamIsMadeOnceAndItsFilesAreItsOwners() throws Exception {
        String[] again = {
            "admin",
            "team",
            "add",
            "alpha",
            "--apply",
            "--secrets",
            secrets(ALPHA).toString()
        };
        assertThat(cluster.said(cluster.admin(), 0, again)).startsWith("team alpha: nothing to change, ");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "add", "alpha", "--json"))
                .startsWith("{\"team\":\"alpha\",\"applied\":false,\"changes\":[],\"unchanged\":68,");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "list", "--json"))
                .contains("{\"name\":\"alpha-reader\",\"kinds\":[\"reader\"]}");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "list"))
                .contains("team alpha: ", "  alpha-producer                   producer\n");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "show", "alpha"))
                .contains(
                        "  alpha-producer                   producer\n",
                        "    producer_byte_rate             20,971,520\n",
                        "  run.lanes                     4,096  of a run\n");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "show", "alpha", "--json"))
                .contains("{\"id\":\"run.lanes\",\"most\":4096,\"scope\":\"a run\"");
        cluster.said(cluster.admin(), 2, "admin", "team", "show", "nobody");
        try (var files = Files.list(secrets(ALPHA))) {
            assertThat(files.toList())
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                            .isEqualTo(PosixFilePermissions.fromString("rw-------")));
        }
        assertThat(cluster.said(cluster.admin(), 0, "doctor", "--team", "alpha"))
                .contains(
                        "ok      topics",
                        "ok      producer       alpha-producer",
                        "ok      service        alpha-service")
                .doesNotContain("failed");
    }

    @Test
    void aTeamIsRemovedWithoutItsTopicsAndThenWithThem() throws Throwable {
        Team gone = new Team("gone");
        Path secrets = folder.resolve("gone-secrets");
        cluster.said(
                cluster.admin(),
                0,
                "admin",
                "team",
                "add",
                "gone",
                "--apply",
                "--secrets",
                secrets.toString(),
                "--partitions",
                "1");
        Map<String, String> producer = cluster.fromSecrets(secrets, "gone-producer");
        try (PrincipalClients user = clients(producer)) {
            user.write(Topic.TOKENS.in(gone));

            assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "remove", "gone"))
                    .contains(
                            "- user   gone-producer with SCRAM-SHA-512",
                            "changes to make (with --apply), 13 unchanged");
            cluster.said(cluster.admin(), 0, "admin", "team", "remove", "gone", "--apply");

            assertThatThrownBy(() -> user.write(Topic.TOKENS.in(gone))).isInstanceOf(TopicAuthorizationException.class);
        }
        try (PrincipalClients user = clients(producer)) {
            assertThatThrownBy(() -> user.write(Topic.TOKENS.in(gone))).isInstanceOf(SaslAuthenticationException.class);
        }
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "list")).contains("team gone: 13 topics\n");
        assertThat(cluster.said(cluster.admin(), 5, "doctor", "--team", "gone"))
                .contains("failed  producer       nobody has all rights");
        cluster.said(cluster.admin(), 0, "admin", "team", "remove", "gone", "--delete-data", "--apply");
        assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "list"))
                .as("what was done to the team stays known")
                .contains("team gone: 1 topics\n");
    }

    @Test
    void anotherClientIdDoesNotEvadeTheQuotaOfAUser() throws Throwable {
        cluster.said(
                cluster.admin(),
                0,
                "admin",
                "team",
                "add",
                "slow",
                "--apply",
                "--auth",
                "oauth",
                "--producer",
                "slow-producer;slow-other",
                "--produce-quota",
                "100KiB",
                "--partitions",
                "1");
        String topic = Topic.TOKENS.in(new Team("slow"));
        int megabyte = 1_000_000;
        try (PrincipalClients user = clients(cluster.oauth("slow-producer"))) {
            // 2 MB are more than 100 KiB/s lets through in the 11 s over which Kafka takes the rate.
            user.writeAs("one", topic, megabyte);
            user.writeAs("one-b", topic, megabyte);
            assertThat(user.writeAs("two", topic, 1)).isPositive();
            assertThat(user.writeAs("tidemark.alpha.producer", topic, 1)).isPositive();
        }
        try (PrincipalClients other = clients(cluster.oauth("slow-other"))) {
            assertThat(other.writeAs("one", topic, 1))
                    .as("a user whom nobody slowed down")
                    .isZero();
        }
    }

    @Test
    void rulesThatLetOthersInAreFound() throws Throwable {
        cluster.said(
                cluster.admin(), 0, "admin", "team", "add", "wide", "--apply", "--auth", "mtls", "--partitions", "1");
        AclRule.allowReadOfEverything(cluster, "curious");

        assertThat(cluster.said(cluster.admin(), 0, "doctor", "--team", "wide"))
                .contains("User:curious ALLOW READ on PREFIXED TOPIC tidemark.")
                .contains("ok      reader         CN=wide-reader");

        AclRule.disallowReadOfEverything(cluster, "curious");
    }

    @Test
    void aTokenOfAnotherKeyOrAudienceIsNoLogin() throws Throwable {
        for (String client : List.of(TokenIssuer.FORGER, TokenIssuer.ELSEWHERE)) {
            try (PrincipalClients user = clients(cluster.oauth(client))) {
                assertThatThrownBy(() -> user.ask(admin -> admin.createTopics(
                                        List.of(new NewTopic("forged", Optional.of(1), Optional.empty())))
                                .all()))
                        .isInstanceOf(SaslAuthenticationException.class);
            }
        }
    }
}
