/**
 * Tokens and requests to deltas: in come raw records, out go deltas per run and second, or dead letters. It keeps nothing
 * across commits, and must not know windows, objectives or definitions.
 */
@NullMarked
package io.tidemark.streams.ingest;

import org.jspecify.annotations.NullMarked;
