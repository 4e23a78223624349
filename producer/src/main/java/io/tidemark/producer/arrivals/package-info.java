/** When requests are due: rates or traces and a seed come in, rising offsets go out. It must not know requests, clocks or threads. */
@NullMarked
package io.tidemark.producer.arrivals;

import org.jspecify.annotations.NullMarked;
