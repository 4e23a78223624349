/**
 * A real Prometheus server and its tool, for tests.
 *
 * <p>In: a folder and a configuration. Out: a server that scrapes and answers queries.
 *
 * <p>Begin with {@link PrometheusServer}.
 */
@NullMarked
package io.tidemark.prometheus;

import org.jspecify.annotations.NullMarked;
