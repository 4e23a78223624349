package io.tidemark.schemas.serde;

import java.util.Map;
import java.util.Set;

/**
 * How to reach a registry.
 *
 * @param url base URL of a registry with Confluent's REST API; several joined by commas
 * @param settings settings of Confluent's client, such as {@code basic.auth.credentials.source}
 * @param registration whether encoders may register their schema themselves
 */
public record RegistryConfig(String url, Map<String, String> settings, Registration registration) {
    private static final Set<String> BASIC_SOURCES = Set.of("URL", "USER_INFO", "SASL_INHERIT");
    private static final Set<String> BEARER_SOURCES = Set.of("STATIC_TOKEN", "CUSTOM");

    public RegistryConfig {
        if (url.isBlank()) {
            throw new IllegalArgumentException("registry url must not be blank");
        }
        settings = Map.copyOf(settings);
        requireKnown(settings, "basic.auth.credentials.source", BASIC_SOURCES);
        requireKnown(settings, "bearer.auth.credentials.source", BEARER_SOURCES);
    }

    /** No credentials; schemas are registered by {@code tidemark admin topics create} only. */
    public static RegistryConfig of(String url) {
        return new RegistryConfig(url, Map.of(), Registration.LOOK_UP);
    }

    /** The embedded registry: encoders register their schema. */
    public static RegistryConfig embedded(String url) {
        return new RegistryConfig(url, Map.of(), Registration.REGISTER);
    }

    private static void requireKnown(Map<String, String> settings, String key, Set<String> known) {
        String value = settings.get(key);
        if (value != null && !known.contains(value)) {
            throw new IllegalArgumentException("registry setting " + key + " must be one of " + known + " but was \""
                    + value + "\": without a provider the client would send no credentials");
        }
    }

    /** What an encoder does about its schema. */
    public enum Registration {
        /** It must be there ({@code auto.register.schemas=false}). */
        LOOK_UP,
        /** It is registered if it is not there. */
        REGISTER
    }
}
