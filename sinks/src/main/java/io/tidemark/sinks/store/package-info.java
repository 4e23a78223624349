/**
 * The result store behind one interface, and what is written to it.
 *
 * <p>Batches of changes with their offsets come in; a reader goes out.
 *
 * <p>Begin with {@link ResultStore}.
 */
@NullMarked
package io.tidemark.sinks.store;

import org.jspecify.annotations.NullMarked;
