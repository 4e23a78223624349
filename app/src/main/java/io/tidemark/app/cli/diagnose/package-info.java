/**
 * Commands that say how the machine and the pipeline are: status and doctor.
 *
 * <p>In: the machine, the cluster and the store. Out: one finding for each thing that was looked at, with what to do about it.
 *
 * <p>Begin with {@link Finding}.
 */
@NullMarked
package io.tidemark.app.cli.diagnose;

import org.jspecify.annotations.NullMarked;
