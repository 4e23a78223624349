/** The two clocks of the product: {@link io.tidemark.schemas.time.NanoClock} for elapsed time, {@link java.time.InstantSource} for wall time. */
@NullMarked
package io.tidemark.schemas.time;

import org.jspecify.annotations.NullMarked;
