/**
 * How a process is seen from outside: in come the states of its parts and its meters, out go health as JSON and meters as
 * Prometheus reads them, over HTTP. It must not know what the parts compute.
 */
@NullMarked
package io.tidemark.app.watch;

import org.jspecify.annotations.NullMarked;
