/**
 * Sums token batches and requests to one {@link RunDelta} per run and commit, without duplicates.
 *
 * <p>In come raw records of the topics tokens and requests; out go deltas to {@code run-inbox}, or dead letters. Nothing is kept across commits.
 *
 * <p>Begin with {@link IngestProcessor}, then {@link TokenFold} and {@link RequestFold}.
 */
@NullMarked
package io.tidemark.streams.ingest;

import org.jspecify.annotations.NullMarked;
