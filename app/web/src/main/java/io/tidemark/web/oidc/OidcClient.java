package io.tidemark.web.oidc;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * This server as a client of an OpenID provider, which lets users log in there.
 *
 * @param id that the provider knows it by
 * @param secret empty for a public client, which PKCE protects alone
 * @param scopes that are asked for, {@code openid} among them
 * @param externalUrl what browsers call this server; empty for one that only this machine reaches
 */
public record OidcClient(String id, Optional<String> secret, List<String> scopes, Optional<String> externalUrl) {
    private static final String OPENID = "openid";

    /** RFC 6749, section 3.3. */
    private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]+");

    public OidcClient {
        if (id.isBlank()) {
            throw new IllegalArgumentException("oidc-client-id must not be empty");
        }
        scopes = Stream.concat(Stream.of(OPENID), scopes.stream()).distinct().toList();
        scopes.forEach(OidcClient::requireScope);
        externalUrl = externalUrl.map(OidcClient::origin);
    }

    private static void requireScope(String scope) {
        if (!SCOPE.matcher(scope).matches()) {
            throw new IllegalArgumentException("oidc-scope must be one word but was \"" + scope + "\"");
        }
    }

    /** Without a path, because pages have theirs from the root on. */
    private static String origin(String url) {
        OidcSettings.requireSafe("external-url", url);
        URI uri = URI.create(url);
        boolean more = uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null;
        if (more || !List.of("", "/").contains(uri.getRawPath())) {
            throw new IllegalArgumentException(
                    "external-url must be scheme, host and port alone, such as https://tidemark.example.com, but was "
                            + url);
        }
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "client " + id;
    }
}
