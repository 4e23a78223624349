/**
 * The headers and reason codes of dead letters.
 *
 * <p>A rejected record and its error come in; the headers of a dead letter go out.
 *
 * <p>Begin with {@link DeadLetter}.
 */
@NullMarked
package io.tidemark.schemas.deadletter;

import org.jspecify.annotations.NullMarked;
