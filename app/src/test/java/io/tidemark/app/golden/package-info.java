/**
 * Every public output of one small store, recorded: a change of any of them shows as a difference of a file.
 *
 * <p>In: plans of the test resources, run in virtual time. Out: the files of {@code src/test/resources/golden}.
 *
 * <p>Begin with {@link GoldenOutputsTest}.
 */
@NullMarked
package io.tidemark.app.golden;

import org.jspecify.annotations.NullMarked;
