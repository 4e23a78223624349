/**
 * Weeks of a team's life in virtual time: the streams' topology as a real task of Kafka Streams, the sink's loop over a real store, a broker
 * that keeps what a real one would keep, faults drawn at random, and an oracle that knows what was sent.
 */
@NullMarked
package io.tidemark.bench.weeks;

import org.jspecify.annotations.NullMarked;
