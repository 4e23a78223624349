package io.tidemark.app.watch;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.kafka.TopicSnapshot;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the control topic of a team says of its watched plans and their runs: all that a watcher has to know after a restart. */
public final class WatchHistoryReader {
    private final ClusterConnection connection;
    private final Team team;

    public WatchHistoryReader(ClusterConnection connection, Team team) {
        this.connection = connection;
        this.team = team;
    }

    /**
     * What was read.
     *
     * @param states by name of the plan
     * @param runs by id
     */
    public record Read(Map<String, WatchState> states, Map<String, PastRun> runs) {
        /** @param now when a plan was first watched of which nothing is known */
        public PlanHistory history(String plan, Instant now) {
            return new PlanHistory(
                    Optional.ofNullable(states.get(plan))
                            .filter(state -> state.getActivity() != WatchActivity.ENDED)
                            .map(WatchState::getSince)
                            .orElse(now),
                    runs.values().stream()
                            .filter(run -> run.watch().equals(plan))
                            .toList());
        }
    }

    /**
     * Reads the topic up to its end.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry does not
     */
    public Read read() {
        Map<String, WatchState> states = new TreeMap<>();
        Map<String, PastRun> runs = new HashMap<>();
        TopicSnapshot.read(
                connection.feed("watch"),
                new Tap<>(
                        Topic.CONTROL.in(team),
                        From.BEGINNING,
                        SchemaRegistry.connect(connection.registry()).decoder(ControlEvent.class),
                        event -> take(event, states, runs)));
        return new Read(states, runs);
    }

    private static void take(ControlEvent event, Map<String, WatchState> states, Map<String, PastRun> runs) {
        if (event.getState() instanceof WatchState state) {
            states.put(state.getWatch(), state);
        } else if (event.getState() instanceof RunState state) {
            PastRun.of(state).ifPresent(run -> runs.put(run.run(), run));
        }
    }
}
