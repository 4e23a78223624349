/**
 * The common form of one measured result, whichever tool wrote it.
 *
 * <p>In: what a reader found in a file. Out: {@link Measurement}, with load, time span, request counts, metric summaries and the data that the file lacks.
 *
 * <p>Begin with {@link Measurement}.
 */
@NullMarked
package io.tidemark.importers.result;

import org.jspecify.annotations.NullMarked;
