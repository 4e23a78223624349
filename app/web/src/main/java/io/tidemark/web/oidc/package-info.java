/**
 * Tokens of an OpenID provider: signed JWTs, checked with the provider's own keys; and logins of browsers there.
 *
 * <p>A token that a caller presents comes in; a caller with what its claims give it goes out, or none. A browser that wants to log in comes in; an
 * address of the provider goes out, and for the provider's answer a token. The package knows no page and no file of tokens.
 *
 * <p>Begin with {@link OidcTokens} and {@link OidcLogin}; what is taken is {@link OidcSettings}.
 */
@NullMarked
package io.tidemark.web.oidc;

import org.jspecify.annotations.NullMarked;
