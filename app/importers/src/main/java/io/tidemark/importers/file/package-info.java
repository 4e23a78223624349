/**
 * Text, JSON and CSV access shared by all readers; every error names the file, the place and the rule.
 *
 * <p>In: the bytes of a file. Out: typed values with their position, or {@link InvalidFileException}.
 *
 * <p>Begin with {@link JsonCursor} and {@link CsvReader}.
 */
@NullMarked
package io.tidemark.importers.file;

import org.jspecify.annotations.NullMarked;
