package io.tidemark.simulator.http.faultinjection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nowNanos = new AtomicLong(-7 * SECOND);
    private final FaultSchedule board = new FaultSchedule(nowNanos::get, 1);

    @Test
    void aBurstComesAgainUntilItIsTakenOff() {
        board.add(Fault.parse("refuse=429,from=10,for=5,every=60"));

        assertThat(onAfter(9)).isFalse();
        assertThat(onAfter(10)).isTrue();
        assertThat(onAfter(14)).isTrue();
        assertThat(onAfter(15)).isFalse();
        assertThat(onAfter(69)).isFalse();
        assertThat(onAfter(70)).isTrue();
        assertThat(onAfter(75)).isFalse();
        assertThat(onAfter(3600 + 10)).isTrue();

        board.remove(FaultKind.REFUSE);
        assertThat(onAfter(3600 + 10)).isFalse();
    }

    @Test
    void theListSaysWhenEachComesAndGoes() {
        board.add(Fault.parse("stall"));
        board.add(Fault.parse("cut=3,from=2"));
        board.add(Fault.parse("refuse=429,for=5,every=60"));
        passed(1);

        assertThat(board.json())
                .isEqualTo("{\"faults\":[{\"fault\":\"stall\",\"on\":true},"
                        + "{\"fault\":\"cut=3,from=2.0\",\"on\":false,\"beginsInSeconds\":1.0},"
                        + "{\"fault\":\"refuse=429,for=5.0,every=60.0\",\"on\":true,\"endsInSeconds\":4.0}]}");
        passed(20);
        assertThat(board.json()).contains("every=60.0\",\"on\":false,\"beginsInSeconds\":40.0");
    }

    private boolean onAfter(long seconds) {
        passed(seconds);
        return board.active(FaultKind.REFUSE).isPresent();
    }

    private void passed(long seconds) {
        nowNanos.set((seconds - 7) * SECOND);
    }
}
