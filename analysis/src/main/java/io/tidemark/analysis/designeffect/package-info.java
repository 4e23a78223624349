/**
 * How many independent requests the dependent requests of a step are worth.
 *
 * <p>Counts by due time come in; design effects and effective sample sizes go out.
 *
 * <p>Begin with {@link DesignEffect}.
 */
@NullMarked
package io.tidemark.analysis.designeffect;

import org.jspecify.annotations.NullMarked;
