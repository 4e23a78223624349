/**
 * What the console changes: mutes, baselines, annotations, objectives and runs that it stops, each with a reason and one record of who did it.
 *
 * <p>Requests of callers with the scope {@code admin} come in; rows of the store, and requests to the cluster by an {@link ObjectiveControl} and a
 * {@link RunStopControl}, go out.
 *
 * <p>Begin with {@link ChangeRoutes}.
 */
@NullMarked
package io.tidemark.console.change;

import org.jspecify.annotations.NullMarked;
