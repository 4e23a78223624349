package io.tidemark.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final Team PERF = new Team("perf");
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

    private final EventLog log = new EventLog(10);

    @Test
    void theOldestMakeRoom() {
        append(0, "aaaa");
        append(1, "bbbb");
        append(2, "cccc");

        assertThat(log.after(0)).extracting(EventLog.Entry::data).containsExactly("bbbb", "cccc");
        assertThat(log.reaches(0)).isFalse();
        assertThat(log.reaches(1)).isTrue();
    }

    @Test
    void oneThatIsTooLongAloneIsKept() {
        append(0, "a text of more than ten characters");

        assertThat(log.after(0)).hasSize(1);
    }

    @Test
    void aPlaceThatItNeverHadIsNotReached() {
        append(0, "a");

        assertThat(log.reaches(1)).isTrue();
        assertThat(log.reaches(2)).isFalse();
        assertThat(new EventLog(10).reaches(0)).isTrue();
        assertThat(new EventLog(10).reaches(1)).isFalse();
    }

    @Test
    void whatWasSaidInTheLastSecondsComesAfterTheNumberBeforeThem() {
        append(0, "a");
        append(5, "b");
        append(9, "c");

        long before = log.before(START.plusSeconds(10), Duration.ofSeconds(5));

        assertThat(log.after(before)).extracting(EventLog.Entry::data).containsExactly("b", "c");
        assertThat(log.before(START.plusSeconds(100), Duration.ofSeconds(5))).isEqualTo(3);
        assertThat(log.before(START.plusSeconds(10), Duration.ofMinutes(1))).isZero();
    }

    private void append(int second, String data) {
        log.append(START.plusSeconds(second), PERF, Optional.of("run"), "windows", data);
    }
}
