/**
 * Runs against a simulated server in virtual time.
 *
 * <p>In: a plan and the configuration of the simulated server. Out: the events of a run, published or only counted.
 *
 * <p>Begin with {@link VirtualRunSession}.
 */
@NullMarked
package io.tidemark.app.run.virtualtime;

import org.jspecify.annotations.NullMarked;
