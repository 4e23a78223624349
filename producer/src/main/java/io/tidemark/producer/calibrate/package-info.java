/**
 * How much a client adds to what it measures: a server that logs when it wrote what, and the arithmetic that holds a client's stamps against
 * that log. It must not know plans, runs or Kafka.
 */
@NullMarked
package io.tidemark.producer.calibrate;

import org.jspecify.annotations.NullMarked;
