/**
 * Measures how soon an HTTP server of ours answers while others misuse it.
 *
 * <p>Comes in: how long, and how many connections. Goes out: times of answers to a probe and to a caller, without and with the attack.
 *
 * <p>Begin with {@link SlowCallersBench}.
 */
@NullMarked
package io.tidemark.bench.web;

import org.jspecify.annotations.NullMarked;
