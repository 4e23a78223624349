/** One run, from its plan to its verdict: wires producer, publisher, scraper and live figures. */
@NullMarked
package io.tidemark.app.run;

import org.jspecify.annotations.NullMarked;
