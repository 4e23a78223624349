/**
 * The measurement of the error that the client itself adds.
 *
 * <p>In: load against a calibration server in a JVM of its own. Out: the errors of TTFT and ITL, and a report of them.
 *
 * <p>Begin with {@link CalibrationServerProcess}.
 */
@NullMarked
package io.tidemark.app.calibrate;

import org.jspecify.annotations.NullMarked;
