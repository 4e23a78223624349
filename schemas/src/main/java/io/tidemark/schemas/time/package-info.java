/**
 * The clocks of the product, and threads for work that is done again and again.
 *
 * <p>Nothing comes in; elapsed time and virtual time go out.
 *
 * <p>Begin with {@link NanoClock}.
 */
@NullMarked
package io.tidemark.schemas.time;

import org.jspecify.annotations.NullMarked;
