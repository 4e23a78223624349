/**
 * The HTTP server of pages and APIs: TLS, callers, limits and headers, the same for every process.
 *
 * <p>Routes come in, each with the {@link io.tidemark.web.access.Scope} that it needs; a listening server goes out. A route that names nothing is
 * refused to everyone.
 *
 * <p>Begin with {@link WebServer}; what protects it is {@link WebSecurity}. The package knows no page.
 */
@NullMarked
package io.tidemark.web.server;

import org.jspecify.annotations.NullMarked;
