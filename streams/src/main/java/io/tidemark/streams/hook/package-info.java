/**
 * The one place that touches Kafka Streams' internals: in comes a listener, out goes a call to it before each offset commit.
 * It must not know what is kept or forwarded.
 */
@NullMarked
package io.tidemark.streams.hook;

import org.jspecify.annotations.NullMarked;
