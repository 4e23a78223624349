/**
 * Who asks over HTTP, and what that caller may.
 *
 * <p>A bearer token comes in; a {@link Caller} with a team and scopes goes out, or none. Tokens are kept as hashes in a file that is read again
 * when it changes.
 *
 * <p>Begin with {@link AccessTokens}; what is kept of a token is {@link AccessToken}. The package knows no server.
 */
@NullMarked
package io.tidemark.web.access;

import org.jspecify.annotations.NullMarked;
