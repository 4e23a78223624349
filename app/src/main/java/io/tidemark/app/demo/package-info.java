/** The demo: two simulated phases driven one after the other, and the report on them. */
@NullMarked
package io.tidemark.app.demo;

import org.jspecify.annotations.NullMarked;
