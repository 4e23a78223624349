/**
 * Starts servers with different flags, measures each, and keeps a journal of it, so that what was killed can go on.
 *
 * <p>In: a plan with a server and a sweep, a launcher of servers, and the measurement that each start gets. Out: the state of the tune and of each
 * start in the control topic, and the runs that measured them.
 *
 * <p>Begin with {@link TuneRun}; {@link StartSource} decides what is started next.
 */
@NullMarked
package io.tidemark.app.tune;

import org.jspecify.annotations.NullMarked;
