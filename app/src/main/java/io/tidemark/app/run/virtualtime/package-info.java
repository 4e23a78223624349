/**
 * Simulated servers in virtual time, as runs meet them.
 *
 * <p>In: configurations of simulated servers. Out: an environment in which runs take place.
 *
 * <p>Begin with {@link VirtualServerEnvironment}.
 */
@NullMarked
package io.tidemark.app.run.virtualtime;

import org.jspecify.annotations.NullMarked;
