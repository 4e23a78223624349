package io.tidemark.cluster.registry.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A name and a password as a request's header {@code Authorization} carries them (RFC 7617). */
public record BasicCredentials(String name, String password) {
    private static final String SCHEME = "Basic ";

    /** None if there is no such header, or another scheme, or nonsense. */
    public static Optional<BasicCredentials> parse(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
            String[] parts = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
            return parts.length == 2 ? Optional.of(new BasicCredentials(parts[0], parts[1])) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not base64
        }
    }

    /** Without the password, which no log may hold. */
    @Override
    public String toString() {
        return "BasicCredentials[" + name + "]";
    }
}
