/**
 * Where a store is, and how to open it there.
 *
 * <p>A file or a URL comes in; an open store or reader goes out.
 *
 * <p>Begin with {@link StoreAddress}.
 */
@NullMarked
package io.tidemark.sinks.store.address;

import org.jspecify.annotations.NullMarked;
