/**
 * The servers of a plan for the verbs: started before a run and stopped after it, and shown by {@code tidemark plan}; and the commands that
 * run on them after the load.
 *
 * <p>In: a plan whose phases have servers. Out: a server that is ready, its facts in a file beside its log, what its commands gave, lines for
 * people.
 *
 * <p>Begin with {@link PhaseServers}. How servers are started is {@code io.tidemark.servers}.
 */
@NullMarked
package io.tidemark.app.server;

import org.jspecify.annotations.NullMarked;
