/**
 * Runs against runs: per side the figures of its runs come in, differences with intervals and verdicts go out, and what a gate makes of
 * them. The run is the unit: however many requests it had, it is one value per question. Formulas and their sources: docs/comparison.md.
 */
@NullMarked
package io.tidemark.analysis.compare;

import org.jspecify.annotations.NullMarked;
