/**
 * Addresses of servers, questions to them over HTTP within a deadline and a size limit, which refusals may pass, and which open connection gives way
 * at a limit.
 *
 * <p>In: text of options and settings. Out: a host and a port; text with an IPv6 address in brackets; an answer, or why there is none.
 *
 * <p>Begin with {@link HostPort}.
 */
@NullMarked
package io.tidemark.schemas.net;

import org.jspecify.annotations.NullMarked;
