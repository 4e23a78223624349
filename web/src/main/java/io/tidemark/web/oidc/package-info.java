/**
 * Tokens of an OpenID provider: signed JWTs, checked with the provider's own keys.
 *
 * <p>A token that a caller presents comes in; a caller with what its claims give it goes out, or nobody. The package knows no page and no file of
 * tokens.
 *
 * <p>Begin with {@link OidcTokens}; what is taken is {@link OidcSettings}.
 */
@NullMarked
package io.tidemark.web.oidc;

import org.jspecify.annotations.NullMarked;
