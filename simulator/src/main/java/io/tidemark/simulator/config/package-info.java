/**
 * How a simulated server is set up. YAML files and built-in profiles come in; checked records go out. It must not know HTTP
 * or a running engine.
 */
@NullMarked
package io.tidemark.simulator.config;

import org.jspecify.annotations.NullMarked;
