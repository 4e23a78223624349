/**
 * From Kafka's bytes to rows: Flink's format for Confluent's registry, and what it refuses. Knows the schemas and nothing of files,
 * jobs or commands.
 */
@NullMarked
package io.tidemark.archive.format;

import org.jspecify.annotations.NullMarked;
