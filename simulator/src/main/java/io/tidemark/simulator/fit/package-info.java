/**
 * A profile's step costs fitted to measured benchmarks: result files of {@code vllm bench serve} come in; costs, residuals and
 * what the data cannot tell go out. It must not know terminals, HTTP or wall clocks.
 */
@NullMarked
package io.tidemark.simulator.fit;

import org.jspecify.annotations.NullMarked;
