package io.tidemark.app.stack;

import io.tidemark.app.process.OperationContext;
import io.tidemark.events.ControlEvent;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Publishes states to the control topic of a team, beside any run.
 *
 * @param context for its clocks
 */
public record ControlPublisher(OperationContext context, ClusterConnection connection, Team team) {
    /**
     * Returns once Kafka has all of them.
     *
     * @param states of objectives or watched plans
     * @param at when they were so
     * @throws UnavailableException if Kafka does not take them
     */
    public void publish(List<? extends SpecificRecord> states, Instant at) {
        try (KafkaPublisher publisher = connection.publisher(team, SpoolSettings.off(), context.clocks())) {
            states.forEach(state -> publisher.publish(
                    ControlEvent.newBuilder().setAt(at).setState(state).build()));
            publisher.flush();
            if (publisher.lost() > 0) {
                throw new UnavailableException("not published: " + publisher.lossReason());
            }
        }
    }
}
