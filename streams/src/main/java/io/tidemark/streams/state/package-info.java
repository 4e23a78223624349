/**
 * The entries of the run store: one per thing that changes by itself.
 *
 * <p>In come names and bytes of what changed; out they go to the store, under the run and the kind. It does not know what the bytes hold.
 *
 * <p>Begin with {@link EntryKind} and {@link EntryWriter}.
 */
@NullMarked
package io.tidemark.streams.state;

import org.jspecify.annotations.NullMarked;
