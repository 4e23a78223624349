/**
 * How much a client adds to what it measures: a server that logs when it wrote what, and the arithmetic that holds a client's stamps against
 * that log. It must not know plans, runs or Kafka.
 *
 * <p>The server shares no code with the client that it measures, nor with the server by which {@code bench} checks the whole of it,
 * this package's figures among it.
 */
@NullMarked
package io.tidemark.producer.calibrate;

import org.jspecify.annotations.NullMarked;
