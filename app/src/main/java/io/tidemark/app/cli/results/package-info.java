/**
 * Commands that read or transfer stored results: report, compare, gate, baseline and runs (list, show, windows, export, import, stop, delete).
 *
 * <p>In: a result store, files of other tools and gate policies. Out: documents, exit codes, exported files and imported runs.
 *
 * <p>Begin with {@link CompareCommand}.
 */
@NullMarked
package io.tidemark.app.cli.results;

import org.jspecify.annotations.NullMarked;
