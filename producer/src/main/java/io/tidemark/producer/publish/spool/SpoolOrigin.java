package io.tidemark.producer.publish.spool;

import io.tidemark.schemas.serde.SchemaIds;

/**
 * Where a spool's events belong.
 *
 * @param cluster id of the Kafka cluster; empty where it is not known
 * @param schemas what the ids in them stand for in the cluster's registry; none where that is not known
 */
public record SpoolOrigin(String cluster, SchemaIds schemas) {
    static final SpoolOrigin UNKNOWN = new SpoolOrigin("", SchemaIds.UNKNOWN);
}
