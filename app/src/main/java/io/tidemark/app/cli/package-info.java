/**
 * The root command and its help, version and exit codes.
 *
 * <p>In: the arguments of the command line. Out: a call of one command; an exit code for each exception.
 *
 * <p>Begin with {@link RootCommand}.
 */
@NullMarked
package io.tidemark.app.cli;

import org.jspecify.annotations.NullMarked;
