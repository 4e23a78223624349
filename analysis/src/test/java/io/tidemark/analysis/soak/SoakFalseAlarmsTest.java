package io.tidemark.analysis.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.soak.SimulatedSoak.Defect;
import io.tidemark.analysis.soak.SimulatedSoak.Noise;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A few simulated soaks of a day; LongSoakFalseAlarmsTest measures with many. */
final class SoakFalseAlarmsTest {
    private static final int SOAKS = 20;
    private static final int HOURS = 24;

    @Test
    void steadySoaksHaveNoFinding() {
        SimulatedSoak steady = new SimulatedSoak(Noise.HOURLY, Defect.NONE, 0);
        assertThat(IntStream.range(0, SOAKS)
                        .filter(soak -> steady.run(HOURS, soak).hasFinding()))
                .hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void latenciesThatRiseByTwoPercentAnHourAreFoundWithinTwelveHours() {
        SimulatedSoak slower = new SimulatedSoak(Noise.INDEPENDENT, new Defect(0.02, 1, 0, 0, 1), 3);
        assertThat(IntStream.range(0, SOAKS).map(soak -> slower.firstHour(HOURS, soak, SoakFindingKind.LATENCY_DRIFT)))
                .allMatch(hour -> hour >= 3 && hour <= 15);
    }
}
