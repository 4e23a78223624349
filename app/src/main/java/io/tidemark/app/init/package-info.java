/**
 * The plan template that {@code tidemark init} writes.
 *
 * <p>In: a target URL, its model and the name of its API key variable. Out: the text of a commented plan.
 *
 * <p>Begin with {@link PlanTemplate}.
 */
@NullMarked
package io.tidemark.app.init;

import org.jspecify.annotations.NullMarked;
