/**
 * {@code tidemark search}: loads are tried on a server, real or simulated, until it is known which it holds. Plans and runs come in, an
 * interval goes out; which load is next and what a probe shows is decided in {@code analysis.search}. It must not know the command line.
 */
@NullMarked
package io.tidemark.app.search;

import org.jspecify.annotations.NullMarked;
