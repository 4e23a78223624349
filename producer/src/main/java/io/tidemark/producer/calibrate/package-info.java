/**
 * A calibration measures the error that this client adds to its own measurements.
 *
 * <p>A load comes in; the client drives a server with known write times, and a {@link io.tidemark.producer.validity.CalibrationResult} goes out.
 *
 * <p>Begin with {@link Calibrator}, then {@link PacedCalibrationServer}.
 */
@NullMarked
package io.tidemark.producer.calibrate;

import org.jspecify.annotations.NullMarked;
