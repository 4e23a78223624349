/**
 * Runs the streams of each team in a process of its own.
 *
 * <p>In: the teams of a cluster and the command line of a team's process. Out: processes that are started, asked how they are, started again after
 * their end and stopped; their health and their meters as the host's own.
 *
 * <p>Begin with {@link IsolatedTeams}.
 */
@NullMarked
package io.tidemark.app.isolation;

import org.jspecify.annotations.NullMarked;
