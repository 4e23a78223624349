/** The calibration server as a process of its own: its main class, and the handle by which the process that started it uses and ends it. */
@NullMarked
package io.tidemark.app.calibrate;

import org.jspecify.annotations.NullMarked;
