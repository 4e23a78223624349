package io.tidemark.producer.client;

import io.tidemark.producer.openai.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The secrets that requests carry: never printed, and taken out of whatever a server echoes.
 *
 * @param headers by name, in lower case
 * @param proxyUser {@code user:password} for the proxy
 */
public record Credentials(Optional<ApiKey> apiKey, Map<String, String> headers, Optional<String> proxyUser) {
    public static final Credentials NONE = new Credentials(Optional.empty(), Map.of(), Optional.empty());

    public Credentials {
        headers = Map.copyOf(headers);
    }

    public static Credentials of(ApiKey key) {
        return new Credentials(Optional.of(key), Map.of(), Optional.empty());
    }

    /** For the Proxy-Authorization header only. */
    public Optional<String> proxyAuthorization() {
        return proxyUser.map(
                user -> "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
    }

    Redaction redaction() {
        List<String> secrets = new ArrayList<>(headers.values());
        apiKey.ifPresent(key -> secrets.add(key.secret()));
        proxyUser.ifPresent(user -> secrets.add(user.substring(user.indexOf(':') + 1)));
        proxyAuthorization().ifPresent(secrets::add);
        return new Redaction(secrets);
    }

    @Override
    public String toString() {
        return "***";
    }
}
