/** One run of a plan against one target: schedules, sends, measures, and hands events to a {@link io.tidemark.producer.publish.Publisher}. It must not know Kafka or the terminal. */
@NullMarked
package io.tidemark.producer.run;

import org.jspecify.annotations.NullMarked;
