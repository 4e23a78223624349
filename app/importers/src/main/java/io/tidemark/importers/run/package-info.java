/**
 * Groups results into runs and builds the events of each run.
 *
 * <p>In: measurements of all files and {@link ImportOptions}. Out: {@link ImportedRun}, whose id follows from the content of the files.
 *
 * <p>Begin with {@link RunGrouping}, then {@link ImportedRunFactory}.
 */
@NullMarked
package io.tidemark.importers.run;

import org.jspecify.annotations.NullMarked;
