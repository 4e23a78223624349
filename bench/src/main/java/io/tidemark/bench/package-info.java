/**
 * Benchmarks that print ratios, each measured beside its yardstick in one run. In come sizes and clocks, out goes a table; they
 * assert nothing about speed, and nothing else in the project may know them.
 */
@NullMarked
package io.tidemark.bench;

import org.jspecify.annotations.NullMarked;
