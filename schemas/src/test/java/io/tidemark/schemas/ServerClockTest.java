package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The least skew that explains a Date of whole seconds, seen between asking at 100.2 s and the answer at 100.7 s. */
class ServerClockTest {
    private static final Instant ASKED = Instant.ofEpochMilli(100_200);
    private static final Instant ANSWERED = Instant.ofEpochMilli(100_700);

    @ParameterizedTest
    @CsvSource({"100, 0", "101, 300", "99, -200", "3700, 3599300", "-3500, -3599200"})
    void aDateSaysHowFarAtLeastAClockIsOff(long dateSeconds, long skewMillis) {
        assertThat(ServerClock.skewMillis(Instant.ofEpochSecond(dateSeconds), ASKED, ANSWERED))
                .isEqualTo(skewMillis);
    }

    @Test
    void onlyMoreThanADateCanBeOffIsWrong() {
        assertThat(ServerClock.isWrong(5_000)).isFalse();
        assertThat(ServerClock.isWrong(-5_001)).isTrue();
    }

    @Test
    void whatIsNoNumberOfMillisecondsSaysNothing() {
        assertThat(ServerClock.skewMillis(Map.of())).isEmpty();
        assertThat(ServerClock.skewMillis(Map.of(ServerClock.SKEW_MILLIS, "soon")))
                .isEmpty();
        assertThat(ServerClock.skewMillis(Map.of(ServerClock.SKEW_MILLIS, "99999999999999999999")))
                .isEmpty();
        assertThat(ServerClock.skewMillis(Map.of(ServerClock.SKEW_MILLIS, "-1500")))
                .hasValue(-1_500);
    }
}
