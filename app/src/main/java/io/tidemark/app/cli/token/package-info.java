/**
 * {@code admin token}: the access tokens of HTTP pages and APIs.
 *
 * <p>Options come in; a changed file of hashes goes out, and a new secret, once.
 *
 * <p>Begin with {@link TokenCommand}.
 */
@NullMarked
package io.tidemark.app.cli.token;

import org.jspecify.annotations.NullMarked;
