package io.tidemark.app.live;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.SloBreach;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.List;

/** Hands a team's windows and breaches, from now on, to the live figures: for the eye only. */
public final class LiveFeed {
    private LiveFeed() {}

    /** Goes on, in a thread of its own, until what is returned is closed. */
    public static RecordFeed start(ClusterConnection connection, Team team, LiveRunState figures) {
        SchemaRegistry registry = SchemaRegistry.connect(connection.registry());
        return RecordFeed.start(
                connection.feed("live"),
                List.of(
                        new Tap<>(
                                Topic.WINDOWS.in(team), From.NOW, registry.decoder(WindowStats.class), figures::window),
                        new Tap<>(
                                Topic.BREACHES.in(team),
                                From.NOW,
                                registry.decoder(SloBreach.class),
                                figures::breach)));
    }
}
