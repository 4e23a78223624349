/**
 * Commands that run plans by a schedule.
 *
 * <p>In: command lines. Out: runs, and the states of watched plans.
 *
 * <p>Begin with {@link WatchCommand}.
 */
@NullMarked
package io.tidemark.app.cli.watch;

import org.jspecify.annotations.NullMarked;
