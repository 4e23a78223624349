package io.tidemark.producer.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final String ANSWERED = "Tue, 15 Nov 2022 08:12:31 GMT";

    private static Optional<Duration> wait(String retryAfter) {
        return RetryAfter.of(Map.of("retry-after", retryAfter, "date", ANSWERED));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0                             | 0
            7                             | 7
            601                           | 600
            Tue, 15 Nov 2022 08:12:36 GMT | 5
            Tue, 15 Nov 2022 08:13:31 GMT | 60
            Tue, 15 Nov 2022 08:12:30 GMT | 0
            Wed, 16 Nov 2022 08:12:31 GMT | 600
            """)
    void secondsAndDatesAreUnderstoodAndBounded(String retryAfter, long seconds) {
        assertThat(wait(retryAfter)).hasValue(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "soon", "1.5", "Tue, 32 Nov 2022 08:12:36 GMT", "99999999999"})
    void whatCannotBeReadAsksForNothing(String retryAfter) {
        assertThat(wait(retryAfter)).isEmpty();
    }

    @Test
    void aDateSaysNothingWithoutTheAnswersOwn() {
        assertThat(RetryAfter.of(Map.of("retry-after", ANSWERED))).isEmpty();
        assertThat(RetryAfter.of(Map.of())).isEmpty();
    }
}
