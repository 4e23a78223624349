/**
 * A real Prometheus server, a real Alertmanager and their tools, for tests.
 *
 * <p>In: a folder and a configuration. Out: servers that answer queries.
 *
 * <p>Begin with {@link PrometheusServer}.
 */
@NullMarked
package io.tidemark.prometheus;

import org.jspecify.annotations.NullMarked;
