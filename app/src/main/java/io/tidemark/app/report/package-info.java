/**
 * Reports: what the store holds about some runs comes in, one document goes out as a terminal table, Markdown and HTML. It reads the store
 * through its reading interface only, and must not know Kafka or how a run is made.
 */
@NullMarked
package io.tidemark.app.report;

import org.jspecify.annotations.NullMarked;
