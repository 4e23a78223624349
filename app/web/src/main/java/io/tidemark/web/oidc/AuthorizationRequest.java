package io.tidemark.web.oidc;

import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.oauth.TokenRequest;
import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a browser asks a provider for (OpenID Connect Core 1.0, section 3.1.2.1; RFC 7636, section 4.3).
 *
 * @param state by which the answer is known
 */
record AuthorizationRequest(OidcClient client, String state, PendingLogins.Login login) {
    /** As an address, of which the endpoint may have a query already. */
    String at(URI endpoint) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", client.id());
        query.put("redirect_uri", login.redirectUri());
        query.put("scope", String.join(" ", client.scopes()));
        query.put("state", state);
        query.put("nonce", login.nonce());
        query.put("code_challenge", challenge());
        query.put("code_challenge_method", "S256");
        return endpoint + (endpoint.getRawQuery() == null ? "?" : "&") + TokenRequest.encoded(query);
    }

    private String challenge() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.bytes(login.verifier()));
    }
}
