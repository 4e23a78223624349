/**
 * What the control topic says of a run: its definition, its steps and its objectives over time.
 *
 * <p>In come control events; out go the current definitions and each {@link ObjectiveVersions.Version} with the seconds that it applies to.
 *
 * <p>Begin with {@link RunDefinitions}.
 */
@NullMarked
package io.tidemark.streams.control;

import org.jspecify.annotations.NullMarked;
