/**
 * The configuration of a simulated server: vLLM's flags, and profiles of one accelerator with one model.
 *
 * <p>Comes in: YAML files and built-in names. Goes out: validated records and the engine's configuration.
 *
 * <p>Begin with {@link ServerConfigLoader} and {@link ServerConfig}.
 */
@NullMarked
package io.tidemark.simulator.config;

import org.jspecify.annotations.NullMarked;
