package io.tidemark.web.oidc;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whose tokens are taken, and what their claims give.
 *
 * @param issuer of the tokens, as they name it; its keys are found from there
 * @param audience that tokens must name: this installation, so that a token for another service opens nothing here
 * @param grants at least one; a token gets all that its claims give
 */
public record OidcSettings(String issuer, String audience, List<OidcGrant> grants) {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\]");

    public OidcSettings {
        grants = List.copyOf(grants);
        requireSafe("issuer", issuer);
        if (audience.isBlank()) {
            throw new IllegalArgumentException("audience must not be empty");
        }
        if (grants.isEmpty()) {
            throw new IllegalArgumentException("grants must name at least one claim");
        }
    }

    /** The same for tokens that are for another. */
    OidcSettings withAudience(String other) {
        return new OidcSettings(issuer, other, grants);
    }

    /** Where the provider describes itself (OpenID Connect Discovery 1.0, section 4). */
    String discovery() {
        return issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration";
    }

    /** @throws IllegalArgumentException if keys from there could be another's: it must be https, or on loopback */
    static void requireSafe(String name, String url) {
        URI uri = URI.create(url);
        boolean encrypted = "https".equals(uri.getScheme()) && uri.getHost() != null;
        boolean local = "http".equals(uri.getScheme())
                && uri.getHost() != null
                && LOOPBACK.matcher(uri.getHost()).matches();
        if (!encrypted && !local) {
            throw new IllegalArgumentException(name + " must be an https URL but was " + url);
        }
    }
}
