/**
 * Pictures as data, and their drawing as SVG: curves, limits and shaded spans come in, one well-formed SVG document goes out. It must not
 * know runs, phases or the store.
 */
@NullMarked
package io.tidemark.app.report.chart;

import org.jspecify.annotations.NullMarked;
