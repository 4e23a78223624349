package io.tidemark.analysis.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.RequestClass;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps whose measured part is 100 s; the last request ended after 125 s. */
class ServedRequestsTest {
    @Test
    void aServerThatServesNothingHasAThroughputAndAGoodputOfNothing() {
        assertThat(served(LoadKind.CONCURRENCY, new ServedRequests.Counts(200, 0, 0), Optional.empty())
                        .figures())
                .extracting(figure -> figure.question().measure().label(), MeasuredValue::value)
                .containsExactlyInAnyOrder(
                        tuple("error_share", 1.0),
                        tuple("requests_per_second", 0.0),
                        tuple("output_tokens_per_second", 0.0),
                        tuple("goodput", 0.0));
    }

    @Test
    void underACapThroughputIsTakenUntilTheLastRequestEnded() {
        assertThat(served(
                                LoadKind.RATE,
                                new ServedRequests.Counts(200, 200, 25_000),
                                Optional.of(Duration.ofSeconds(125)))
                        .figures())
                .extracting(figure -> figure.question().measure().label(), MeasuredValue::value)
                .contains(tuple("requests_per_second", 1.6), tuple("output_tokens_per_second", 200.0));
    }

    @Test
    void tokensThatWereNotCountedAreNoThroughput() {
        assertThat(served(LoadKind.CONCURRENCY, new ServedRequests.Counts(200, 200, 0), Optional.empty())
                        .figures())
                .extracting(figure -> figure.question().measure().label())
                .contains("requests_per_second")
                .doesNotContain("output_tokens_per_second");
    }

    @Test
    void whereNothingWasDueNothingWasAsked() {
        assertThat(served(LoadKind.CONCURRENCY, new ServedRequests.Counts(0, 0, 0), Optional.empty())
                        .figures())
                .isEmpty();
    }

    private static ServedRequests served(LoadKind kind, ServedRequests.Counts counts, Optional<Duration> untilServed) {
        return new ServedRequests(
                kind, 4, RequestClass.ALL, counts, Optional.of(0L), Optional.of(Duration.ofSeconds(100)), untilServed);
    }
}
