/**
 * A schema registry with Confluent's REST API, its schemas in a compacted topic. In: HTTP requests and the records of that topic.
 * Out: HTTP answers and further records, in Confluent's format. Must not know which subjects or schemas are ours.
 */
@NullMarked
package io.tidemark.cluster.registry;

import org.jspecify.annotations.NullMarked;
