/**
 * Fits a profile's step costs to measured benchmarks.
 *
 * <p>Comes in: result files of {@code vllm bench serve} and a profile to start from. Goes out: fitted costs with deviations and residuals.
 *
 * <p>Begin with {@link ProfileFitter}, then {@link CostFitter}.
 */
@NullMarked
package io.tidemark.simulator.fit;

import org.jspecify.annotations.NullMarked;
