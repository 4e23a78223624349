package io.tidemark.app.stack;

import io.tidemark.events.ControlEvent;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.kafka.TopicSnapshot;
import java.util.function.Consumer;

/**
 * Reads the control topic of a team.
 *
 * @param client name of the reader, for the cluster's logs and quotas
 */
public record ControlReader(ClusterConnection connection, Team team, String client) {
    /**
     * Shows each state in the order of the topic, up to its end.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry does not
     */
    public void read(Consumer<ControlEvent> states) {
        TopicSnapshot.read(
                connection.feed(client),
                new Tap<>(
                        Topic.CONTROL.in(team),
                        From.BEGINNING,
                        connection.schemas().decoder(ControlEvent.class),
                        states));
    }
}
