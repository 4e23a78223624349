/** The quantile sketch: values in, mergeable and subtractable integer counts out. It knows nothing of metrics or events. */
@NullMarked
package io.tidemark.schemas.sketch;

import org.jspecify.annotations.NullMarked;
