/**
 * The gate: a comparison judged by a policy.
 *
 * <p>In: a comparison and a gate policy. Out: an exit code, a document, JSON and JUnit XML.
 *
 * <p>Begin with {@link GateResult}.
 */
@NullMarked
package io.tidemark.reports.gate;

import org.jspecify.annotations.NullMarked;
