/**
 * What the build of the packages makes.
 *
 * <p>In: the tree of commands of {@code io.tidemark.app.cli}, and the jars of {@code app} and {@code archive}. Out: files for the packages. None of it is shipped.
 *
 * <p>Begin with {@link ManPages}.
 */
@NullMarked
package io.tidemark.dist;

import org.jspecify.annotations.NullMarked;
