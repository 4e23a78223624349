/**
 * The composition root: the command line in, exit codes out. The only place that reads environment and options, that makes
 * clocks and threads for the parts, and that knows them all.
 */
@NullMarked
package io.tidemark.app;

import org.jspecify.annotations.NullMarked;
