/**
 * How the lanes of one run agree with nothing between them but Kafka: control events and heartbeats come in, when a step begins
 * and what every lane's share of it was go out. It must not know how load is made or measured.
 */
@NullMarked
package io.tidemark.producer.lanes;

import org.jspecify.annotations.NullMarked;
