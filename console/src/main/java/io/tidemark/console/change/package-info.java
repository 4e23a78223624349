/**
 * What the console changes: mutes, baselines, annotations and objectives, each with a reason and one record of who did it.
 *
 * <p>Requests of callers with the scope {@code admin} come in; rows of the store, and objectives by an {@link ObjectiveControl}, go out.
 *
 * <p>Begin with {@link ChangeRoutes}.
 */
@NullMarked
package io.tidemark.console.change;

import org.jspecify.annotations.NullMarked;
