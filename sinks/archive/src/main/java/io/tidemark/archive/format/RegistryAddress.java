package io.tidemark.archive.format;

import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.Serializable;
import java.util.Map;

/**
 * How a task reaches the registry; travels with the job.
 *
 * @param url one or several joined by commas
 * @param settings of Confluent's client
 */
public record RegistryAddress(String url, Map<String, String> settings) implements Serializable {
    public RegistryAddress {
        settings = Map.copyOf(settings);
    }

    public static RegistryAddress of(RegistryConfig config) {
        return new RegistryAddress(config.url(), config.settings());
    }

    SchemaRegistry connect() {
        return SchemaRegistry.connect(new RegistryConfig(url, settings, RegistryConfig.Registration.LOOK_UP));
    }
}
