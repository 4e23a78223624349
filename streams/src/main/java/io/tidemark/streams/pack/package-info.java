/**
 * Many records as one: in come the records of a poll, out goes one record per partition that carries them, and back. It must not know
 * what the records hold.
 */
@NullMarked
package io.tidemark.streams.pack;

import org.jspecify.annotations.NullMarked;
