package io.tidemark.producer.publish;

import java.util.Optional;

/**
 * How a lane's events came to Kafka.
 *
 * @param clockOffset the broker's clock against ours; empty where no event was acknowledged
 * @param spooled events that found no room in memory and went through the spool on disk
 * @param waiting events that Kafka has not acknowledged yet, on disk or in memory
 * @param lost events that were taken and then lost
 */
public record DeliveryStats(Optional<ClockOffset> clockOffset, long spooled, long waiting, long lost) {
    /** The same with events that were lost before a publisher had them. */
    public DeliveryStats plusLost(long before) {
        return new DeliveryStats(clockOffset, spooled, waiting, lost + before);
    }
}
