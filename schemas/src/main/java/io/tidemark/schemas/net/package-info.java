/**
 * Addresses of servers, and bounded answers of them.
 *
 * <p>In: text of options and settings. Out: a host and a port; text with an IPv6 address in brackets; the beginning of an answer.
 *
 * <p>Begin with {@link HostPort}.
 */
@NullMarked
package io.tidemark.schemas.net;

import org.jspecify.annotations.NullMarked;
