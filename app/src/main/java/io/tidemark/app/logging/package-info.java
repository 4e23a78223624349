/**
 * The configuration of Logback.
 *
 * <p>In: system properties. Out: log lines on standard error.
 *
 * <p>Begin with {@link LogSetup}.
 */
@NullMarked
package io.tidemark.app.logging;

import org.jspecify.annotations.NullMarked;
