/**
 * Commands that operate the pipeline: up, streams, sink, scrape, topics, store, slo, archive and publish-spool.
 *
 * <p>In: options and cluster addresses. Out: running components; changes of topics, quotas, objectives and stored rows.
 *
 * <p>Begin with {@link UpCommand}.
 */
@NullMarked
package io.tidemark.app.cli.operate;

import org.jspecify.annotations.NullMarked;
