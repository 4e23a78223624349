package io.tidemark.streams.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.signals.HeartbeatHistory;
import io.tidemark.streams.signals.ScrapeHistory;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nothing moved is said of what was looked at only. */
class CorrelationWithoutScrapesTest {
    private static final BaselineTimes TIMES = new BaselineTimes(0, 60, 90);

    private final ScrapeHistory samples = new ScrapeHistory();

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private String description() {
        return new BreachCorrelator(samples, new HeartbeatHistory())
                .correlate("target", TIMES, EndedRequests.during(TIMES))
                .description();
    }

    private void scraped(int fromSecond, int untilSecond) {
        for (int second = fromSecond; second < untilSecond; second++) {
            samples.add(ServerSample.newBuilder()
                    .setTarget("target")
                    .setInstance("engine")
                    .setRole(ServerRole.ENGINE)
                    .setScrapeStart(Instant.ofEpochSecond(second))
                    .setScrapeEnd(Instant.ofEpochSecond(second))
                    .setUp(true)
                    .setValues(Map.of("engine.requests.waiting", 2.0))
                    .build());
        }
    }

    @Test
    void aServerThatIsNotScrapedIsNotCalledUnmoved() {
        assertThat(description()).isEqualTo("There was no server signal to compare.");
    }

    @Test
    void norIsOneThatWasScrapedFromTheBreachOnAlone() {
        scraped(60, 90);
        assertThat(description()).isEqualTo("There was no server signal to compare.");
    }

    @Test
    void aServerOfWhichNothingMovedIs() {
        scraped(0, 90);
        assertThat(description()).isEqualTo("No server signal moved.");
    }
}
