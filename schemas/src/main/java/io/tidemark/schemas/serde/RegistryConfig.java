package io.tidemark.schemas.serde;

import io.tidemark.schemas.oauth.OAuthSettings;
import java.util.HashMap;
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
    static final String BASIC_SOURCE = "basic.auth.credentials.source";
    static final String BEARER_SOURCE = "bearer.auth.credentials.source";
    private static final Set<String> BASIC_SOURCES = Set.of("URL", "USER_INFO", "SASL_INHERIT");
    private static final Set<String> BEARER_SOURCES = Set.of("STATIC_TOKEN", "CUSTOM", OAuthSettings.SOURCE);
    /** The client takes each of its settings with this prefix too, and those of TLS only so. */
    private static final String PREFIX = "schema.registry.";

    private static final String HOST_NAME_CHECK = PREFIX + "ssl.endpoint.identification.algorithm";

    public RegistryConfig {
        if (url.isBlank()) {
            throw new IllegalArgumentException("registry url must not be blank");
        }
        settings = checkingHostNames(settings);
        Map<String, String> plain = withoutPrefix(settings);
        requireKnown(plain, BASIC_SOURCE, BASIC_SOURCES);
        requireKnown(plain, BEARER_SOURCE, BEARER_SOURCES);
        if (OAuthSettings.SOURCE.equals(plain.get(BEARER_SOURCE))) {
            OAuthSettings.of(plain);
        }
    }

    /** With settings of TLS the client would take any host's certificate that it trusts, unless this is set, as Kafka's clients have it. */
    private static Map<String, String> checkingHostNames(Map<String, String> settings) {
        if (settings.keySet().stream().noneMatch(key -> key.startsWith(PREFIX + "ssl."))) {
            return Map.copyOf(settings);
        }
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent(HOST_NAME_CHECK, "https");
        return Map.copyOf(all);
    }

    private static Map<String, String> withoutPrefix(Map<String, String> settings) {
        Map<String, String> plain = new HashMap<>();
        settings.forEach(
                (key, value) -> plain.put(key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key, value));
        return plain;
    }

    /** The settings that hold the credentials, for messages; empty if there are none. */
    String credentials() {
        Map<String, String> plain = withoutPrefix(settings);
        if (plain.containsKey(BASIC_SOURCE)) {
            return BASIC_SOURCE + ", basic.auth.user.info";
        }
        return switch (plain.getOrDefault(BEARER_SOURCE, "")) {
            case "" -> "";
            case "STATIC_TOKEN" -> BEARER_SOURCE + ", bearer.auth.token";
            case OAuthSettings.SOURCE -> "bearer.auth.issuer.endpoint.url, bearer.auth.client.id, bearer.auth.scope";
            default -> BEARER_SOURCE;
        };
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
