/**
 * How the meters of our processes are defined and made. Definitions come in, Micrometer's meters go out; it must not know what any
 * of them measures.
 */
@NullMarked
package io.tidemark.schemas.meter;

import org.jspecify.annotations.NullMarked;
