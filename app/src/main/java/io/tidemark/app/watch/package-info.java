/**
 * Runs plans by a schedule for weeks, and compares each run with a baseline.
 *
 * <p>In: a file of watched plans, the control topic of a team and its stored results. Out: runs in processes of their own, and the state of each
 * watched plan in the control topic.
 *
 * <p>Begin with {@link TargetWatcher}; {@link NextRun} decides what is run and when.
 */
@NullMarked
package io.tidemark.app.watch;

import org.jspecify.annotations.NullMarked;
