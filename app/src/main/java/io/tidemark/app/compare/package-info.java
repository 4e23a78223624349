/**
 * Runs against runs: which are meant, whether they are alike enough, what differs, in words, tables and pictures. In: the result store
 * and what a person named; out: documents and JSON. The statistics are {@code io.tidemark.analysis.compare}'s.
 */
@NullMarked
package io.tidemark.app.compare;

import org.jspecify.annotations.NullMarked;
