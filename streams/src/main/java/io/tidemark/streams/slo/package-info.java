/**
 * Objectives over time: in come seconds in event-time order, out go breaches opened, updated and closed. It must not know
 * Kafka, lanes or where seconds are kept.
 */
@NullMarked
package io.tidemark.streams.slo;

import org.jspecify.annotations.NullMarked;
