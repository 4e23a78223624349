/**
 * Phases against each other: in come final step results of one experiment and load, out goes what the later phase does to the
 * earlier one's quantiles. It must not know runs' windows or requests.
 */
@NullMarked
package io.tidemark.streams.regression;

import org.jspecify.annotations.NullMarked;
