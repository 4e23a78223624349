/**
 * How long it takes until a real Alertmanager has the alert of a broken objective, and until it has its end.
 *
 * <p>Comes in: the number of faults. Goes out: a table of delays by part of the way.
 *
 * <p>Begin with {@link AlertsBench}.
 */
@NullMarked
package io.tidemark.bench.alerts;

import org.jspecify.annotations.NullMarked;
