/**
 * Commands that operate the pipeline: up, down, serve (streams, sink, alerts, scrape, exporter, registry, archive), admin (topics, tokens, audit,
 * store, spool) and slo.
 *
 * <p>In: options and cluster addresses. Out: running components; changes of topics, quotas, tokens, objectives and stored rows.
 *
 * <p>Begin with {@link UpCommand}.
 */
@NullMarked
package io.tidemark.app.cli.operate;

import org.jspecify.annotations.NullMarked;
