/**
 * Tokens of OAuth for the client of the schema registry.
 *
 * <p>Settings of Confluent's client come in; a bearer token goes out, by the grant of client credentials.
 *
 * <p>It must not know subjects and events.
 *
 * <p>Begin with {@link OAuthTokenProvider}.
 */
@NullMarked
package io.tidemark.schemas.oauth;

import org.jspecify.annotations.NullMarked;
