/**
 * Validity decides whether a run measures the server or its own client.
 *
 * <p>Step summaries, limits and timestamps of client and server from a calibration come in; reasons for INVALID go out.
 *
 * <p>Begin with {@link RunValidity}, then {@link CalibrationResult}.
 */
@NullMarked
package io.tidemark.producer.validity;

import org.jspecify.annotations.NullMarked;
