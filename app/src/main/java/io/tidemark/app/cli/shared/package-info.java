/**
 * Options, converters and printers that several commands use.
 *
 * <p>In: option values of picocli. Out: validated settings, report output and warnings.
 *
 * <p>Begin with {@link ClusterConnectionOptions}.
 */
@NullMarked
package io.tidemark.app.cli.shared;

import org.jspecify.annotations.NullMarked;
