package io.tidemark.web.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * What an issuer says of its logins (OpenID Connect Discovery 1.0, section 3). An issuer without them can still issue tokens.
 *
 * @param authorization where browsers log in
 * @param token where a code becomes a token
 * @param namesItself whether it names itself in what it answers to a login (RFC 9207)
 * @param secretInBody whether a client's secret belongs into the body, because the header is not taken
 */
record OidcProvider(Optional<String> authorization, Optional<String> token, boolean namesItself, boolean secretInBody) {
    static OidcProvider of(JsonNode described) {
        JsonNode methods = described.path("token_endpoint_auth_methods_supported");
        return new OidcProvider(
                text(described, "authorization_endpoint"),
                text(described, "token_endpoint"),
                described.path("authorization_response_iss_parameter_supported").asBoolean(),
                !has(methods, "client_secret_basic") && has(methods, "client_secret_post"));
    }

    private static Optional<String> text(JsonNode described, String name) {
        return Optional.of(described.path(name).asText()).filter(text -> !text.isEmpty());
    }

    private static boolean has(JsonNode list, String value) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .anyMatch(value::equals);
    }
}
