/**
 * Text and tokens of the simulated model: prompts come in as text or ids, token ids and answer words go out. It must not know
 * HTTP or the engine's state.
 */
@NullMarked
package io.tidemark.simulator.text;

import org.jspecify.annotations.NullMarked;
