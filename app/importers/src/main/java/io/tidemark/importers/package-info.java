/**
 * Reads result files of other load-testing tools into runs.
 *
 * <p>In: {@link io.tidemark.importers.file.SourceFile} bytes and the options of the command. Out: imported runs as events, and an error for each file that breaks a rule.
 *
 * <p>Begin with {@link ResultImporter}; it knows no store, no Kafka and no clock.
 */
@NullMarked
package io.tidemark.importers;

import org.jspecify.annotations.NullMarked;
