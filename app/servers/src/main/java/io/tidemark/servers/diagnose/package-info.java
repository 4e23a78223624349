/**
 * Why a server ended, from its exit status and its output.
 *
 * <p>In: lines of a server's output, its exit status, how far it came. Out: a {@link ServerFailure} with its reason.
 *
 * <p>Begin with {@link FailurePattern}. Pure decisions.
 */
@NullMarked
package io.tidemark.servers.diagnose;

import org.jspecify.annotations.NullMarked;
