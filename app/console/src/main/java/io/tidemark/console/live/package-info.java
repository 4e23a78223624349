/**
 * Runs as they are, from the topics, and what changes of them, for every open page.
 *
 * <p>Records of teams' topics come in, by one consumer per team; views of runs and server-sent events go out. Nothing is written to the topics.
 *
 * <p>Begin with {@link LiveTeams}. A team's runs are {@link TeamRuns}; what was reported is kept a while in {@link EventLog}, from which each {@link
 * Viewers viewer} is sent what it has not seen yet.
 */
@NullMarked
package io.tidemark.console.live;

import org.jspecify.annotations.NullMarked;
