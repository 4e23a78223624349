package io.tidemark.console.live;

import static io.tidemark.fixtures.runs.Events.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
@Timeout(120)
class LiveTeamsFeedTest {
    private static final Team PERF = new Team("perf");
    private static final Duration LATER = Duration.ofHours(2);

    @TempDir
    private Path folder = Path.of("");

    /** The console starts two hours after the first step of a run was over. */
    @Test
    void aRunThatLastsLongerThanWindowsAreReadIsShownWithAllOfItsStepsAndBreaches() {
        InstantSource clock = InstantSource.system();
        Instant started = clock.instant();
        try (LocalCluster cluster = LocalCluster.start(folder);
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), PERF)) {
            topics.send(Events.control(started, Events.run(RUN, started)));
            topics.send(
                    Topic.STEPS, RUN + "/0", Events.result(Finality.FINAL, 20).build());
            topics.send(
                    Topic.BREACHES,
                    RUN + "/ttft/1",
                    Events.breach(BreachState.OPENED, Finality.FINAL).build());
            topics.flush();
            InstantSource later = () -> clock.instant().plus(LATER);
            TeamRuns runs = new TeamRuns(PERF, later, () -> {});
            Source source = new Source("console", cluster.bootstrapServers(), Map.of());
            SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.of(cluster.registryUrl()));

            try (RecordFeed feed = LiveTeams.feed(runs, new LiveTeams.Cluster(source, registry), later)) {
                Await.until(
                        () -> runs.views().stream()
                                .anyMatch(run -> run.breaches() == 1
                                        && run.held().heldUpTo().isPresent()),
                        () -> "caught up " + feed.isCaughtUp() + ", stuck: "
                                + feed.stuck().orElse("no") + ", runs: " + runs.views());
            }
            assertThat(runs.views().get(0).held().heldUpTo()).isEqualTo(OptionalDouble.of(2));
        }
    }
}
