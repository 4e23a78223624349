/** How long a report takes that rests on many stored requests, and how much memory. */
@NullMarked
package io.tidemark.bench.report;

import org.jspecify.annotations.NullMarked;
