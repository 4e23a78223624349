/** The plan file: YAML comes in, a checked {@link io.tidemark.producer.plan.Plan} or every problem with its line goes out. It must not know the network, Kafka or clocks. */
@NullMarked
package io.tidemark.producer.plan;

import org.jspecify.annotations.NullMarked;
