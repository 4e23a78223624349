package io.tidemark.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.bench.accuracy.ClientRound.ForeignCpu;
import org.junit.jupiter.api.Test;

class ForeignCpuTest {
    @Test
    void busyIsUserNiceAndSystemTimeOfAllProcessors() {
        // Idle and waiting for the disk are not.
        String stat = "cpu  1000 20 300 99999 777 0 0 0 0 0\ncpu0 500 10 150 50000 300 0 0 0 0 0\n";

        assertThat(ForeignCpu.busy(stat)).isCloseTo(13.2, within(1e-9));
    }

    @Test
    void theClientAndItsServerAreNotForeign() {
        ForeignCpu before = new ForeignCpu(100, 4);

        assertThat(new ForeignCpu(112, 5).secondsSince(before, 8)).isEqualTo(3);
        assertThat(new ForeignCpu(112, 5).secondsSince(before, 11.5))
                .as("ticks are coarse")
                .isZero();
    }
}
