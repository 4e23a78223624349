/**
 * The file {@code alerts.yaml}: who is notified of which alerts, and what the rules are set to.
 *
 * <p>YAML text and the environment come in; an {@link AlertsFile}, or all problems with file, line, value and rule, go out.
 *
 * <p>Begin with {@link AlertsFile} and {@link AlertsFileReader}.
 */
@NullMarked
package io.tidemark.alerts.config;

import org.jspecify.annotations.NullMarked;
