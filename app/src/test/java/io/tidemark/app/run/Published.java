package io.tidemark.app.run;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.fixtures.kafka.TopicReader;
import io.tidemark.schemas.Team;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Every value that lies in a team's topics, internal ones too, byte for byte as Latin-1, so that a text in it can be searched for. */
final class Published {
    private Published() {}

    static List<String> values(ClusterConnection connection, Team team) {
        return new TopicReader(connection.bootstrapServers())
                .all(topic -> topic.startsWith("tidemark." + team + ".")).stream()
                        .map(ConsumerRecord::value)
                        .filter(Objects::nonNull)
                        .map(value -> new String(value, StandardCharsets.ISO_8859_1))
                        .toList();
    }
}
