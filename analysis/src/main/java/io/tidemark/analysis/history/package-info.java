/**
 * The history of one figure, run by run or segment by segment: values in their order come in, the places where they changed for good go
 * out. It must not know what the values are of.
 */
@NullMarked
package io.tidemark.analysis.history;

import org.jspecify.annotations.NullMarked;
