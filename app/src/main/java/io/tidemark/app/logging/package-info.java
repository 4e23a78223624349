/** What is logged, and how it looks. */
@NullMarked
package io.tidemark.app.logging;

import org.jspecify.annotations.NullMarked;
