package io.tidemark.schemas.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldTokenTest {
    private static final long TAKEN = -5;

    private static long after(long seconds) {
        return TAKEN + Duration.ofSeconds(seconds).toNanos();
    }

    @ParameterizedTest
    @CsvSource({
        // lifetime, replaced before its end, the second from which it is replaced
        "3600, 300, 3300",
        "3600, 0, 3600",
        "60, 300, 30",
        "400, 300, 200"
    })
    void isReplacedBeforeItsEndButNotInTheFirstHalfOfItsLife(long lifetime, long before, long until) {
        HeldToken token = new HeldToken("t1d3", TAKEN, Duration.ofSeconds(lifetime));
        Duration renewBefore = Duration.ofSeconds(before);
        assertThat(token.isFresh(after(until) - 1, renewBefore)).isTrue();
        assertThat(token.isFresh(after(until), renewBefore)).isFalse();
    }

    @Test
    void isValidUntilItsEnd() {
        HeldToken token = new HeldToken("t1d3", TAKEN, Duration.ofSeconds(60));
        assertThat(token.isValid(after(60) - 1)).isTrue();
        assertThat(token.isValid(after(60))).isFalse();
    }

    @Test
    void isNotPrinted() {
        assertThat(new HeldToken("t1d3", TAKEN, Duration.ofSeconds(60))).hasToString("token for PT1M");
    }
}
