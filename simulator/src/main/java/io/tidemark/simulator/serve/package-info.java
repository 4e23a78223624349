/**
 * The command line of {@code vllm serve} for a simulated server: all of vLLM's spellings, and which profile a model's name stands for.
 *
 * <p>Comes in: the words of a command line. Goes out: a server's configuration, or an error as Python's argparse words it.
 *
 * <p>Begin with {@link VllmArguments} and {@link VllmServeConfig}. It opens no port.
 */
@NullMarked
package io.tidemark.simulator.serve;

import org.jspecify.annotations.NullMarked;
