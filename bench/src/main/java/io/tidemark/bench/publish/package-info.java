/**
 * How fast a producer publishes.
 *
 * <p>In: an embedded broker. Out: records and time until they are acknowledged, by a setting of the producer.
 *
 * <p>Begin with {@link PublishBench}.
 */
@NullMarked
package io.tidemark.bench.publish;

import org.jspecify.annotations.NullMarked;
