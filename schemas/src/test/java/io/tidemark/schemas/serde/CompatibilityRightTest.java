package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.ParsedSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** A registry with the schemas of the release before, and a user who may register schemas and nothing else. */
final class CompatibilityRightTest {
    private static final ReleaseBefore RELEASE_BEFORE =
            ReleaseBefore.of(EarlierSchema.without(ControlEvent.getClassSchema(), "state", "WatchState"));
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    private static SchemaRegistry registry(
            SchemaRegistryClient client, ReleaseBefore releaseBefore, LongConsumer pauseNanos) {
        return new SchemaRegistry(
                client, RegistryConfig.embedded("http://registry:8081"), releaseBefore, pauseNanos, NanoClock.SYSTEM);
    }

    @Test
    void whoMayNotSetTheCompatibilityOfASubjectIsToldSoAndWhatToDo() {
        SchemaRegistry registry = registry(new OlderRegistry(FORBIDDEN), RELEASE_BEFORE, pause -> {});

        assertThatThrownBy(() -> registry.register(new Team("perf")))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("no right to set the compatibility of tidemark.perf.control-value in the registry"
                        + " http://registry:8081: HTTP 403; run the command as a user who may (AlterConfigs on the"
                        + " subject), or let an administrator of the registry set it to BACKWARD (PUT"
                        + " /config/tidemark.perf.control-value) and run it again");
    }

    @Test
    void aRegistryThatFailsMeanwhileIsAnOutage() {
        List<Long> pauses = new ArrayList<>();
        SchemaRegistry registry = registry(new OlderRegistry(500), RELEASE_BEFORE, pauses::add);

        assertThatThrownBy(() -> registry.register(new Team("perf")))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("subject tidemark.perf.control-value: the registry http://registry:8081 could not"
                        + " be asked: HTTP 500");
        assertThat(pauses).containsExactly(200_000_000L, 400_000_000L, 800_000_000L, 1_600_000_000L, 3_200_000_000L);
    }

    @Test
    void aRegistryWhoseLeaderMovesIsAskedAgain() {
        int[] failures = {3};
        SchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())) {
            @Override
            public int register(String subject, ParsedSchema schema) throws RestClientException {
                if (failures[0]-- > 0) {
                    throw new RestClientException("forwarding to the leader failed", 500, 50003);
                }
                return 7;
            }
        };
        List<Long> pauses = new ArrayList<>();
        SchemaRegistry registry = registry(client, ReleaseBefore.CURRENT, pauses::add);

        assertThat(registry.ids(new Team("perf"), Set.of(Topic.TOKENS)).fingerprints())
                .containsKey(7);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void aRegistryThatAUserAsksTooOftenIsAskedAgain() {
        int[] refusals = {3};
        SchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())) {
            @Override
            public int register(String subject, ParsedSchema schema) throws RestClientException {
                if (refusals[0]-- > 0) {
                    throw new RestClientException("too many requests", 429, 42901);
                }
                return 7;
            }
        };
        SchemaRegistry registry = registry(client, ReleaseBefore.CURRENT, pause -> {});

        assertThat(registry.ids(new Team("perf"), Set.of(Topic.TOKENS)).fingerprints())
                .containsKey(7);
    }

    @Test
    void aRefusalIsNotAskedAgain() {
        SchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())) {
            @Override
            public int register(String subject, ParsedSchema schema) throws RestClientException {
                throw new RestClientException("read-only", 422, 42205);
            }
        };
        SchemaRegistry registry = registry(client, ReleaseBefore.CURRENT, pause -> {
            throw new AssertionError("asked again");
        });

        assertThatThrownBy(() -> registry.register(new Team("perf")))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("HTTP 422");
    }

    @Test
    void aSubjectThatHoldsSomethingElseIsNamed() {
        SchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())) {
            @Override
            public int register(String subject, ParsedSchema schema) throws RestClientException {
                throw new RestClientException("reader type: STRING", CONFLICT, CONFLICT);
            }
        };
        SchemaRegistry registry = new SchemaRegistry(client, RegistryConfig.embedded("http://registry:8081"));

        assertThatThrownBy(() -> registry.encoder(Topic.TOKENS, new Team("perf"), TokenBatch.class))
                .isInstanceOf(SchemaNotRegisteredException.class)
                .hasMessageStartingWith("the registry http://registry:8081 refuses the schema of"
                        + " tidemark.perf.tokens-value: not compatible with its versions there: reader type: STRING");
    }

    private static final class OlderRegistry extends MockSchemaRegistryClient {
        private final int answerToCompatibility;

        OlderRegistry(int answerToCompatibility) {
            super(List.of(new AvroSchemaProvider()));
            this.answerToCompatibility = answerToCompatibility;
        }

        @Override
        public int register(String subject, ParsedSchema schema) throws RestClientException {
            if (subject.endsWith(".control-value")) {
                throw new RestClientException("incompatible", CONFLICT, CONFLICT);
            }
            return 1;
        }

        @Override
        public String updateCompatibility(String subject, String level) throws RestClientException {
            throw new RestClientException("no", answerToCompatibility, answerToCompatibility);
        }
    }
}
