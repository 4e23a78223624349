package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.streams.host.GroupOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScaleOutTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    static Stream<GroupOptions> groups() {
        return Stream.of(
                GroupOptions.CLASSIC,
                new GroupOptions(GroupOptions.Protocol.CLASSIC, 1),
                new GroupOptions(GroupOptions.Protocol.STREAMS, 0));
    }

    @Tag("integration")
    @Tag("smoke")
    @Test
    void aSecondHostTakesItsShareUnderLoadAndANewTeamIsPickedUpByBoth() {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                Shared shared = new Shared(cluster, folder, GroupOptions.CLASSIC)) {
            shared.host("first");
            shared.host("second");
            awaitSharing(shared, shared.team(), 2);

            Team beta = new Team("beta");
            TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), beta)
                    .close();
            shared.send(20);
            awaitSharing(shared, beta, 2);
            shared.end();
            awaitCounted(shared);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("groups")
    void hostsComeAndGoUnderLoadAndNothingIsMissingOrCountedTwice(GroupOptions group) throws InterruptedException {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                Shared shared = new Shared(cluster, folder, group)) {
            ChildJvm first = shared.host("first");
            awaitSharing(shared, shared.team(), 1);
            shared.send(50);
            ChildJvm second = shared.host("second");
            shared.send(50);
            awaitSharing(shared, shared.team(), 2);
            shared.host("third");
            shared.send(50);
            awaitSharing(shared, shared.team(), 3);
            shared.send(50);
            second.terminate();
            shared.send(50);
            awaitSharing(shared, shared.team(), 2);
            first.kill();
            shared.send(50);
            awaitSharing(shared, shared.team(), 1);
            shared.send(50);
            shared.end();
            awaitCounted(shared);
        }
    }

    private void awaitSharing(Shared shared, Team team, int hosts) {
        Await.until(
                () -> shared.sharing(team) == hosts,
                LIMIT,
                () -> shared.sharing(team) + " hosts share " + team + " and not " + hosts + "; see " + folder);
    }

    private void awaitCounted(Shared shared) {
        Await.until(
                () -> shared.counted().equals(shared.sent()),
                LIMIT,
                () -> "counted " + shared.counted() + " of " + shared.sent() + "; see " + folder);
        assertThat(shared.counted()).isEqualTo(shared.sent());
    }
}
