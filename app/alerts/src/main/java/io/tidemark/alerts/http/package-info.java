/**
 * Requests to receivers over HTTP: a deadline, trust, a proxy, bounded answers, no redirects.
 *
 * <p>Requests come in; answers, or why there was none, go out, with no secret in any text.
 *
 * <p>Begin with {@link HttpSender}.
 */
@NullMarked
package io.tidemark.alerts.http;

import org.jspecify.annotations.NullMarked;
