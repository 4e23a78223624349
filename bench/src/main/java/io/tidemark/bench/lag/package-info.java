/** From a request's end to the window that holds it, beside a bare consumer of the request. */
@NullMarked
package io.tidemark.bench.lag;

import org.jspecify.annotations.NullMarked;
