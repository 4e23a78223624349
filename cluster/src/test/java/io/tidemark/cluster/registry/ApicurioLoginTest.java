package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Our client against Apicurio with users, roles and owners: the settings that docs/operate/registry.md gives. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApicurioLoginTest {
    private static final String USERS = "quarkus.security.users.embedded.";
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("quarkus.http.auth.basic", "true"),
            Map.entry(USERS + "plain-text", "true"),
            Map.entry(USERS + "users.admin", "administrators"),
            Map.entry(USERS + "roles.admin", "sr-admin"),
            Map.entry(USERS + "users.perf", "performers"),
            Map.entry(USERS + "roles.perf", "sr-readonly"),
            Map.entry(USERS + "users.dev", "developers"),
            Map.entry(USERS + "roles.dev", "sr-developer"),
            Map.entry("apicurio.auth.role-based-authorization", "true"),
            Map.entry("apicurio.auth.owner-only-authorization", "true"));
    private static final Set<Topic> WITH_SCHEMA = Arrays.stream(Topic.values())
            .filter(topic -> topic.schema().isPresent())
            .collect(Collectors.toUnmodifiableSet());
    private static final Team PERF = new Team("perf");
    private static final String TOKENS = Topic.TOKENS.subject(PERF);
    private static final AvroSchema LONG = new AvroSchema("\"long\"");

    private ApicurioProcess apicurio;

    @BeforeAll
    void start(@TempDir Path dir) throws Exception {
        apicurio = ApicurioProcess.startOrSkip(dir, SETTINGS);
        for (Topic topic : WITH_SCHEMA) {
            client(login("admin:administrators"))
                    .register(topic.subject(PERF), new AvroSchema(topic.schema().orElseThrow()));
        }
    }

    @AfterAll
    void stop() throws Exception {
        if (apicurio != null) {
            apicurio.stop();
        }
    }

    private static Map<String, String> login(String user) {
        return Map.of("basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", user);
    }

    private SchemaRegistry schemas(String user) {
        return SchemaRegistry.connect(
                new RegistryConfig(apicurio.confluentUrl(), login(user), RegistryConfig.Registration.LOOK_UP));
    }

    private SchemaRegistryClient client(Map<String, String> settings) {
        return new CachedSchemaRegistryClient(
                List.of(apicurio.confluentUrl()), 100, List.of(new AvroSchemaProvider()), settings);
    }

    @Test
    void aReaderFindsTheSchemasThatTheAdministratorRegistered() throws Exception {
        var ids = schemas("perf:performers").ids(PERF, WITH_SCHEMA);
        assertThat(ids.fingerprints()).hasSameSizeAs(WITH_SCHEMA);
        assertThat(client(login("perf:performers")).getAllSubjects()).contains(TOKENS);
    }

    @Test
    void aReaderRegistersChangesAndDeletesNothing() {
        SchemaRegistryClient reader = client(login("perf:performers"));
        assertThatRefused(403, () -> reader.register("tidemark.perf.new-value", LONG));
        assertThatRefused(403, () -> reader.deleteSubject(TOKENS));
        assertThatRefused(403, () -> reader.updateCompatibility(TOKENS, "NONE"));
    }

    @Test
    void aDeveloperChangesOnlyWhatIsItsOwn() throws Exception {
        SchemaRegistryClient developer = client(login("dev:developers"));
        developer.register("tidemark.dev.own-value", LONG);
        assertThat(developer.deleteSubject("tidemark.dev.own-value")).containsExactly(1);
        assertThatRefused(403, () -> developer.register(TOKENS, LONG));
        assertThatRefused(403, () -> developer.deleteSubject(TOKENS));
    }

    @Test
    void withoutRightCredentialsNothingIsAnswered() {
        assertThatRefused(401, () -> client(Map.of()).getAllSubjects());
        assertThatRefused(401, () -> client(login("perf:developers")).getAllSubjects());
        assertThatThrownBy(() -> schemas("perf:wrong").ids(PERF, Set.of(Topic.TOKENS)))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining(TOKENS);
    }

    private static void assertThatRefused(int status, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RestClientException.class,
                        refusal -> assertThat(refusal.getStatus()).isEqualTo(status));
    }
}
