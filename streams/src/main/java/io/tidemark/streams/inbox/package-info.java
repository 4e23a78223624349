/**
 * The union records between the sub-topologies: in come records, out go versioned bytes and back. It must not know topics
 * or processors.
 */
@NullMarked
package io.tidemark.streams.inbox;

import org.jspecify.annotations.NullMarked;
