/**
 * Flags of servers: how they are spelled on a command line, and which ones a server says it has.
 *
 * <p>In: flags of a plan and a base command. Out: the words of a command line, or what is wrong with a flag.
 *
 * <p>Begin with {@link FlagRenderer} and {@link HelpPage}. It starts nothing.
 */
@NullMarked
package io.tidemark.servers.flags;

import org.jspecify.annotations.NullMarked;
