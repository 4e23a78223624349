/**
 * Definitions of the meters of our processes.
 *
 * <p>A definition comes in; a Micrometer meter goes out.
 *
 * <p>Begin with {@link DefinedMeter}.
 */
@NullMarked
package io.tidemark.schemas.meter;

import org.jspecify.annotations.NullMarked;
