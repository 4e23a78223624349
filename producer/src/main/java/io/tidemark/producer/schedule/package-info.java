/**
 * The schedule decides when the conversations of a step begin and which part of the step a moment belongs to.
 *
 * <p>A step's plan, its arrivals and the worker's share come in; start times, parts and segments go out.
 *
 * <p>Begin with {@link LoadDriver}, which is an {@link OpenLoop} or a {@link ClosedLoop}.
 */
@NullMarked
package io.tidemark.producer.schedule;

import org.jspecify.annotations.NullMarked;
