/** Where stores are, and how they are opened there. It knows each database, and none of its SQL. */
@NullMarked
package io.tidemark.sinks.store.address;

import org.jspecify.annotations.NullMarked;
