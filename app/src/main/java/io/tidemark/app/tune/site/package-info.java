/**
 * Where a tune happens: servers of this machine in real time, or simulated ones in virtual time.
 *
 * <p>In: a launcher of servers and where events go. Out: the clock, the servers and the load of a tune.
 *
 * <p>Begin with {@link TuneSite}.
 */
@NullMarked
package io.tidemark.app.tune.site;

import org.jspecify.annotations.NullMarked;
