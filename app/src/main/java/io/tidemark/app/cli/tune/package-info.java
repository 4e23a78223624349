/**
 * Commands that start servers with different flags and measure them, and report on it: tune, tune list, tune report.
 *
 * <p>In: command lines. Out: servers that are measured, a journal, and what was found.
 *
 * <p>Begin with {@link TuneCommand}.
 */
@NullMarked
package io.tidemark.app.cli.tune;

import org.jspecify.annotations.NullMarked;
