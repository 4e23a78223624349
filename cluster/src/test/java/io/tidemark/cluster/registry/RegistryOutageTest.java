package io.tidemark.cluster.registry;

import static io.tidemark.cluster.registry.RegistryContract.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class RegistryOutageTest {
    /** Loopback too, where no other test takes the broker's port while it is away. */
    private static final String HOST = "127.0.0.2";

    private static final AvroSchema LONG = new AvroSchema("\"long\"");
    private static final AvroSchema STRING = new AvroSchema("\"string\"");

    @TempDir
    Path dir;

    @Test
    void keepsAnsweringReadersWhileKafkaIsAwayAndTakesWritesAgainAfterwards() throws Exception {
        EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir).listeningOn(HOST, 0));
        int port = URI.create("kafka://" + kafka.bootstrapServers()).getPort();
        try (SchemaRegistryServer registry = SchemaRegistryServer.start(RegistryOptions.on(kafka.bootstrapServers()))) {
            SchemaRegistryClient client = client(registry);
            int id = client.register("a", LONG);
            kafka.close();

            assertThat(client(registry).getSchemaById(id)).isEqualTo(LONG);
            assertThatRefused(() -> client.register("b", STRING), 500, 50001);

            kafka = EmbeddedKafka.start(KafkaOptions.in(dir).listeningOn(HOST, port));
            assertThat(client(registry).register("b", STRING)).isEqualTo(id + 1);
        } finally {
            kafka.close();
        }
    }

    private static SchemaRegistryClient client(SchemaRegistryServer registry) {
        return new CachedSchemaRegistryClient(registry.url(), 10);
    }
}
