/**
 * What a plan wants of a search over server configurations.
 *
 * <p>In: the section {@code tune} of a plan. Out: a checked record.
 *
 * <p>Begin with {@link TunePlan}.
 */
@NullMarked
package io.tidemark.producer.plan.tune;

import org.jspecify.annotations.NullMarked;
