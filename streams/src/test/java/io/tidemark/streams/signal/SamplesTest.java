package io.tidemark.streams.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.serde.TrustedEvents;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SamplesTest {
    private final Samples samples = new Samples();

    @BeforeAll
    static void trustOurEvents() {
        TrustedEvents.trust();
    }

    @Test
    void instancesThatAreBothAliveAddUp() {
        given(100, "a:1", 3);
        given(101, "b:1", 4);
        assertThat(waitingAsOf(102)).isEqualTo(7.0);
    }

    @Test
    void anInstanceThatIsGoneNoLongerCounts() {
        given(100, "a:1", 3);
        given(101, "b:1", 4);
        given(106, "b:1", 5); // a:1 was last scraped 6 s before: replaced by b:1
        assertThat(waitingAsOf(106)).isEqualTo(5.0);
    }

    @Test
    void whatWasThenStaysTrueOfThen() {
        given(100, "a:1", 3);
        given(101, "b:1", 4);
        given(110, "b:1", 5);
        assertThat(waitingAsOf(102)).isEqualTo(7.0);
    }

    private void given(long second, String instance, double waiting) {
        Instant at = Instant.ofEpochSecond(second);
        samples.add(ServerSample.newBuilder()
                .setTarget("t")
                .setInstance(instance)
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true)
                .setValues(Map.of(Signal.WAITING.id(), waiting))
                .build());
    }

    private double waitingAsOf(long second) {
        return samples.asOf("t", (second - 10) * 1_000_000, second * 1_000_000)
                .values()
                .get(Signal.WAITING.id());
    }
}
