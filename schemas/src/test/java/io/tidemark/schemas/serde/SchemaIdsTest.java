package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaIdsTest {
    private static final Team TEAM = new Team("a");
    private static final Set<Topic> TOPICS = Set.of(Topic.REQUESTS, Topic.TOKENS);

    private static SchemaRegistry registry() {
        return new SchemaRegistry(
                new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())), RegistryConfig.embedded("mock"));
    }

    @Test
    void idsAreKnownAgainInTheirOwnRegistry() {
        SchemaRegistry registry = registry();
        SchemaIds ids = registry.ids(TEAM, TOPICS);

        assertThat(ids.fingerprints()).hasSize(2);
        assertThat(registry.differingIds(SchemaIds.parse(ids.lines()))).isEmpty();
    }

    @Test
    void anEmptyRegistryHasNoneOfThem() {
        SchemaIds ids = registry().ids(TEAM, TOPICS);

        assertThat(registry().differingIds(ids))
                .containsExactlyInAnyOrderElementsOf(ids.fingerprints().keySet());
    }

    @Test
    void aRegistryWhoseIdsAreOtherSchemasIsTold() {
        SchemaRegistry first = registry();
        SchemaIds requests = first.ids(TEAM, Set.of(Topic.REQUESTS));
        SchemaRegistry second = registry();
        SchemaIds heartbeats = second.ids(TEAM, Set.of(Topic.HEARTBEATS));

        assertThat(heartbeats.fingerprints().keySet())
                .isEqualTo(requests.fingerprints().keySet());
        assertThat(second.differingIds(requests))
                .isEqualTo(List.copyOf(requests.fingerprints().keySet()));
    }

    @Test
    void whereNothingIsKnownNothingIsCompared() {
        assertThat(registry().differingIds(SchemaIds.UNKNOWN)).isEmpty();
    }

    @Test
    void aLineThatIsNoneIsNamed() {
        assertThatThrownBy(() -> SchemaIds.parse(List.of("1 a0", "x")))
                .hasMessage("a line must have a schema id and a fingerprint but was x");
    }
}
