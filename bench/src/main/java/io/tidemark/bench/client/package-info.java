/** The load generator's stamps held against the simulator's log of its writes, beside a bare socket reader. It must not know Kafka. */
@NullMarked
package io.tidemark.bench.client;

import org.jspecify.annotations.NullMarked;
