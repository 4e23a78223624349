package io.tidemark.app.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code admin team add --strimzi} prints, read by Strimzi's own models. */
final class StrimziResourcesTest {
    private static final Team PERF = new Team("perf");

    private static final Map<String, String> MATCHES = Map.of("literal", "LITERAL", "prefix", "PREFIXED");
    private static final Map<String, String> TYPES =
            Map.of("topic", "TOPIC", "group", "GROUP", "transactionalId", "TRANSACTIONAL_ID");

    @TempDir
    private Path home;

    @Test
    void everyTopicIsAResourceWithItsSettings() {
        List<JsonNode> topics = resources("KafkaTopic", "--partitions", "8", "--replication", "2");

        assertThat(topics)
                .extracting(topic -> topic.at("/metadata/name").asText())
                .containsExactlyElementsOf(Arrays.stream(Topic.values())
                        .map(topic -> topic.in(PERF))
                        .toList());
        assertThat(topics.get(0).toString())
                .isEqualTo("{\"apiVersion\":\"kafka.strimzi.io/v1\",\"kind\":\"KafkaTopic\","
                        + "\"metadata\":{\"name\":\"tidemark.perf.tokens\",\"labels\":{\"strimzi.io/cluster\":\"main\"}},"
                        + "\"spec\":{\"partitions\":8,\"replicas\":2,\"config\":{\"cleanup.policy\":\"delete\","
                        + "\"message.timestamp.type\":\"LogAppendTime\",\"retention.ms\":\"21600000\"}}}");
    }

    @Test
    void withoutAReplicationFactorTheBrokersDefaultHolds() {
        assertThat(resources("KafkaTopic"))
                .allSatisfy(
                        topic -> assertThat(topic.path("spec").has("replicas")).isFalse());
    }

    @ParameterizedTest
    @EnumSource(PrincipalKind.class)
    void aUserHasExactlyTheRightsOfItsKind(PrincipalKind kind) {
        JsonNode user = user("perf-" + kind.word());

        assertThat(user.at("/spec/authentication/type").asText()).isEqualTo("scram-sha-512");
        assertThat(user.at("/spec/authorization/type").asText()).isEqualTo("simple");
        assertThat(rights(user))
                .containsExactlyInAnyOrderElementsOf(kind.rightsIn(PERF).stream()
                        .map(right ->
                                right.operation() + " " + right.match() + " " + right.resource() + " " + right.name())
                        .toList());
        assertThat(user.at("/spec/quotas").toString())
                .isEqualTo("{\"producerByteRate\":20971520,\"consumerByteRate\":41943040,\"requestPercentage\":100}");
    }

    @Test
    void aCertificatesCommonNameIsTheNameOfItsResource() {
        assertThat(user("perf-reader", "--auth", "mtls")
                        .at("/spec/authentication/type")
                        .asText())
                .isEqualTo("tls");
    }

    @Test
    void whoHasATokenGetsNoCredentials() {
        assertThat(user("perf-reader", "--auth", "oauth")
                        .at("/spec/authentication")
                        .isMissingNode())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "--reader=Ana,             the name of a KafkaUser must have 1 to 64 lower-case letters",
        "--reader=ana --auth=mtls, with mtls the name of a principal must begin with CN=",
        "--apply,                  --strimzi does not go together with",
        "--produce-quota=3GiB,     producer_byte_rate of a KafkaUser must be at most 2147483647 but was 3221225472",
    })
    void whatCannotBeAResourceIsRefused(String typed, String said) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command(typed.split(" ")))).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(said);
        }
    }

    private JsonNode user(String name, String... options) {
        return resources("KafkaUser", options).stream()
                .filter(user -> user.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The documents of a kind; each is one that the models know. */
    private List<JsonNode> resources(String kind, String... options) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command(options))).as(shell.err()).isZero();
            assertThat(StrictResources.parse(shell.out())).hasSize(Topic.values().length + 3);
            return StrictResources.documents(shell.out()).stream()
                    .filter(document -> document.path("kind").asText().equals(kind))
                    .toList();
        }
    }

    private static String[] command(String... options) {
        return Stream.concat(Stream.of("admin", "team", "add", "perf", "--strimzi", "main"), Stream.of(options))
                .toArray(String[]::new);
    }

    /** Each operation of each rule, in the words of Kafka. */
    private static List<String> rights(JsonNode user) {
        List<String> rights = new ArrayList<>();
        for (JsonNode rule : user.at("/spec/authorization/acls")) {
            JsonNode resource = rule.path("resource");
            for (JsonNode operation : rule.path("operations")) {
                rights.add(operation.asText().toUpperCase(Locale.ROOT) + " "
                        + MATCHES.get(resource.path("patternType").asText()) + " "
                        + TYPES.get(resource.path("type").asText()) + " "
                        + resource.path("name").asText());
            }
        }
        return rights;
    }
}
