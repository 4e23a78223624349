package io.tidemark.archive.format;

import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.tidemark.schemas.serde.RegistryConfig;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * How a task reaches the registry; travels with the job.
 *
 * @param url one or several joined by commas
 * @param settings of Confluent's client
 */
public record RegistryAddress(String url, Map<String, String> settings) implements Serializable {
    private static final int CACHED_SCHEMAS = 1_000;

    public RegistryAddress {
        settings = Map.copyOf(settings);
    }

    public static RegistryAddress of(RegistryConfig config) {
        return new RegistryAddress(config.url(), config.settings());
    }

    SchemaRegistryClient client() {
        return new CachedSchemaRegistryClient(
                List.of(url.split(",")), CACHED_SCHEMAS, List.of(new AvroSchemaProvider()), settings);
    }
}
