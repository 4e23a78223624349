/**
 * The whole load generator, publishing, held against a server of known write times: each part a process of its own on one host.
 * In come sizes, out go tables. It must not know the simulator, nor how the client reads.
 */
@NullMarked
package io.tidemark.bench.truth;

import org.jspecify.annotations.NullMarked;
