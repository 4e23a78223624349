/**
 * Pure statistics of measured steps: counts and values come in, intervals, verdicts, capacity and comparisons go out. It must not know
 * Kafka, files, clocks or how anything is shown.
 */
@NullMarked
package io.tidemark.analysis;

import org.jspecify.annotations.NullMarked;
