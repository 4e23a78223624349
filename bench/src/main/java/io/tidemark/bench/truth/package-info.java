/**
 * The whole load generator, publishing, held against a server of known write times: each part a process of its own on one host.
 * In come sizes, out go tables. It must not know the simulator, nor how the client reads.
 *
 * <p>Its server is not the one that {@code producer.calibrate} has, on purpose. That one is a part of the product: a run calibrates
 * itself against it, and an error in its log would be an error in what the product says of itself. Only a second server, which
 * shares no line with it, can contradict it. They also aim at different things: this one keeps its writes on time at a thousand
 * streams, with a thread that does nothing else and texts made beforehand, and logs of an answer its first and its last write;
 * that one must start in a moment and logs every write.
 */
@NullMarked
package io.tidemark.bench.truth;

import org.jspecify.annotations.NullMarked;
