/**
 * The tables of the store: each column with the event field that it holds.
 *
 * <p>Events come in; column values go out.
 *
 * <p>Begin with {@link ControlTables}.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc.table;

import org.jspecify.annotations.NullMarked;
