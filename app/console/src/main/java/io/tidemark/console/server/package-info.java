/**
 * The console as a server: pages, API and event streams of one store and some teams.
 *
 * <p>Where the store and the topics are comes in; a listening server goes out.
 *
 * <p>Begin with {@link ConsoleServer}.
 */
@NullMarked
package io.tidemark.console.server;

import org.jspecify.annotations.NullMarked;
