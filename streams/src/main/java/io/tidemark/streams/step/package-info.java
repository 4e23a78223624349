/**
 * Steps: in come the exact facts of requests, out go step results with their verdicts. It must not know windows, lanes or
 * Kafka.
 */
@NullMarked
package io.tidemark.streams.step;

import org.jspecify.annotations.NullMarked;
