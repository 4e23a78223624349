package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a lane sends again after its streams host was restarted counts once, and what it sends for the first time counts. */
@Tag("integration")
class RepeatsAfterRestartTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Team TEAM = new Team("repeats");
    private static final int REQUESTS = 20;

    @TempDir
    private Path folder;

    @Test
    void repeatsAcrossARestartCountOnceBesideEventsThatAreNew() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)) {
            try (StreamsHost host = start(cluster, "first")) {
                topics.send(Given.control(Given.run().build()));
                topics.send(Given.control(Given.step(0).build()));
                requests(topics, 0, REQUESTS);
                await(topics, host, REQUESTS);
            }
            try (StreamsHost host = start(cluster, "second")) {
                requests(topics, 0, REQUESTS + 5);
                await(topics, host, REQUESTS + 5);
                // Requests are read in order: once this one is counted, all repeats before it were read.
                requests(topics, 0, REQUESTS + 6);
                await(topics, host, REQUESTS + 6);
            }
            assertThat(ended(topics)).isEqualTo(REQUESTS + 6);
            assertThat(gaps(topics)).isEqualTo(10L * (REQUESTS + 6));
            assertThat(topics.records(Topic.DEAD_LETTERS)).isEmpty();
        }
    }

    private static void requests(TeamTopics topics, int from, int until) {
        for (int number = from; number < until; number++) {
            topics.send(Given.tokens(number, number * 0.1, 100, 20, 11).build());
            topics.send(
                    Given.ok(number, number * 0.1, 100, 200).setTokenBatches(1).build());
        }
        topics.send(Given.heartbeat(until * 0.1 + 1, until, until)
                .setNextTokenBatch(until)
                .setNextRequest(until)
                .build());
        topics.flush();
    }

    private StreamsHost start(LocalCluster cluster, String state) {
        StreamsOptions options = StreamsOptions.of(
                        cluster.bootstrapServers(),
                        RegistryConfig.embedded(cluster.registryUrl()),
                        folder.resolve(state))
                .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1)));
        return StreamsHost.start(options, InstantSource.system());
    }

    private static void await(TeamTopics topics, StreamsHost host, long ended) {
        Await.until(
                () -> ended(topics) >= ended && gaps(topics) >= 10 * ended,
                LIMIT,
                () -> ended(topics) + " requests, " + gaps(topics) + " gaps; " + host.status());
    }

    private static long ended(TeamTopics topics) {
        return ofStep(topics, MetricName.E2E)
                .mapToLong(WindowStats::getEnded)
                .max()
                .orElse(0);
    }

    /** They come from token batches. */
    private static long gaps(TeamTopics topics) {
        return ofStep(topics, MetricName.ITL)
                .mapToLong(WindowStats::getCount)
                .max()
                .orElse(0);
    }

    private static Stream<WindowStats> ofStep(TeamTopics topics, MetricName metric) {
        return topics.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getMetric() == metric && window.getWindowSeconds() == 0);
    }
}
