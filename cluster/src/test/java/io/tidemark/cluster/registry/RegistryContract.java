package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaMetadata;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What Tidemark relies on in any registry, asked for by Confluent's own client. */
abstract class RegistryContract {
    private static final AvroSchema REQUEST =
            record("{\"name\":\"id\",\"type\":\"string\"},{\"name\":\"ttftNanos\",\"type\":\"long\"}");
    /** Readable by readers of REQUEST and the other way round: the field that is new has a default. */
    private static final AvroSchema WITH_OPTIONAL_FIELD =
            record("{\"name\":\"id\",\"type\":\"string\"},{\"name\":\"ttftNanos\",\"type\":\"long\"},"
                    + "{\"name\":\"lane\",\"type\":\"int\",\"default\":0}");
    /** Not readable with REQUEST's records: the field that is new has no default. */
    private static final AvroSchema WITH_REQUIRED_FIELD =
            record("{\"name\":\"id\",\"type\":\"string\"},{\"name\":\"ttftNanos\",\"type\":\"long\"},"
                    + "{\"name\":\"lane\",\"type\":\"int\"}");

    private static final int CONFLICT = 409;

    private SchemaRegistryClient client;
    private String subject;

    /** Where the registry under test answers. */
    abstract String url();

    @BeforeEach
    void openClient(TestInfo test) {
        client = client();
        subject = "tidemark.acme." + test.getTestMethod().orElseThrow().getName() + "-value";
    }

    final SchemaRegistryClient client() {
        return new CachedSchemaRegistryClient(List.of(url()), 100, List.of(new AvroSchemaProvider()), Map.of());
    }

    @Test
    void findsARegisteredSchemaByItsIdFromAnotherClient() throws Exception {
        int id = client.register(subject, REQUEST);
        assertThat(client().getSchemaById(id).canonicalString()).isEqualTo(REQUEST.canonicalString());
    }

    /** Apicurio 3.3.3 refuses an Avro schema whose text has {@code :"{}"}, which is why defaults that are an empty JSON object have a space. */
    @Test
    void takesTheSchemasOfAllTopics() throws Exception {
        Team team = new Team("schemas");
        for (Topic topic : Topic.values()) {
            if (topic.schema().isPresent()) {
                AvroSchema schema = new AvroSchema(topic.schema().get());
                int id = client.register(topic.subject(team), schema);
                assertThat(client().getSchemaById(id)).as(topic.name()).isEqualTo(schema);
            }
        }
    }

    @Test
    void givesAnEqualSchemaTheSameIdUnderEverySubject() throws Exception {
        int id = client.register(subject, REQUEST);
        assertThat(client().register(subject, REQUEST)).isEqualTo(id);
        assertThat(client().register(subject + "2", REQUEST)).isEqualTo(id);
        assertThat(client.getAllVersions(subject)).containsExactly(1);
    }

    @Test
    void numbersVersionsFromOneAndKnowsTheLatest() throws Exception {
        client.updateCompatibility(subject, "FULL");
        client.register(subject, REQUEST);
        int second = client.register(subject, WITH_OPTIONAL_FIELD);

        SchemaMetadata latest = client.getLatestSchemaMetadata(subject);

        assertThat(latest.getVersion()).isEqualTo(2);
        assertThat(latest.getId()).isEqualTo(second);
        assertThat(new AvroSchema(latest.getSchema()).canonicalString())
                .isEqualTo(WITH_OPTIONAL_FIELD.canonicalString());
        assertThat(client.getAllVersions(subject)).containsExactly(1, 2);
        assertThat(client.getSchemaMetadata(subject, 1).getVersion()).isEqualTo(1);
    }

    @Test
    void looksUpIdAndVersionOfASchemaUnderItsSubject() throws Exception {
        int id = client.register(subject, REQUEST);
        assertThat(client().getId(subject, REQUEST)).isEqualTo(id);
        assertThat(client().getVersion(subject, REQUEST)).isEqualTo(1);
    }

    @Test
    void listsSubjects() throws Exception {
        client.register(subject, REQUEST);
        assertThat(client.getAllSubjects()).contains(subject);
    }

    @Test
    void checksCompatibilityInBothDirectionsWhenFull() throws Exception {
        client.updateCompatibility(subject, "FULL");
        client.register(subject, REQUEST);
        assertThat(client.testCompatibility(subject, WITH_OPTIONAL_FIELD)).isTrue();
        assertThat(client.testCompatibility(subject, WITH_REQUIRED_FIELD)).isFalse();
    }

    @Test
    void refusesToRegisterAnIncompatibleSchema() throws Exception {
        client.updateCompatibility(subject, "FULL");
        client.register(subject, REQUEST);
        assertThatRefused(() -> client.register(subject, WITH_REQUIRED_FIELD), CONFLICT, CONFLICT);
        assertThat(client.getAllVersions(subject)).containsExactly(1);
    }

    @Test
    void keepsACompatibilityLevelPerSubject() throws Exception {
        client.register(subject, REQUEST);
        assertThat(client.updateCompatibility(subject, "FORWARD")).isEqualTo("FORWARD");
        assertThat(client().getCompatibility(subject)).isEqualTo("FORWARD");
    }

    @Test
    void saysThatASubjectOrASchemaIsNotThere() {
        assertThatRefused(() -> client.getLatestSchemaMetadata(subject), 404, 40401);
        assertThatRefused(() -> client.getSchemaById(987_654), 404, 40403);
    }

    @Test
    void saysThatAVersionIsNotThere() throws Exception {
        client.register(subject, REQUEST);
        assertThatRefused(() -> client.getSchemaMetadata(subject, 7), 404, 40402);
    }

    @Test
    void hidesADeletedSubjectButStillFindsItsSchemaById() throws Exception {
        int id = client.register(subject, REQUEST);
        assertThat(client.deleteSubject(subject)).containsExactly(1);
        assertThat(client().getAllSubjects()).doesNotContain(subject);
        assertThat(client().getSchemaById(id).canonicalString()).isEqualTo(REQUEST.canonicalString());
    }

    static AvroSchema record(String fields) {
        return new AvroSchema(
                "{\"type\":\"record\",\"name\":\"Request\",\"namespace\":\"example\",\"fields\":[" + fields + "]}");
    }

    static void assertThatRefused(ThrowingCallable call, int httpStatus, int code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RestClientException.class, refusal -> {
            assertThat(refusal.getStatus()).isEqualTo(httpStatus);
            assertThat(refusal.getErrorCode()).isEqualTo(code);
        });
    }
}
