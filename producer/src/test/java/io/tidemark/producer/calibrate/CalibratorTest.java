package io.tidemark.producer.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CalibratorTest {
    private static final Duration MEASURED = Duration.ofMillis(500);

    private static CalibrationLoad planned(String rest) {
        return CalibrationLoad.of(plan(rest), 20, MEASURED);
    }

    private static Plan plan(String rest) {
        return PlanLoader.parse("experiment: e\n" + rest, "test", Path.of("."));
    }

    @Test
    void everyTokenOfARequestIsHeldAgainstItsWrite() throws Exception {
        try (PacedCalibrationServer server = PacedCalibrationServer.start(NanoClock.SYSTEM)) {
            Clocks clocks = new Clocks(NanoClock.SYSTEM, InstantSource.system());
            CalibrationResult calibration = new Calibrator(clocks, new SplittableRandom(1), server)
                    .measure(CalibrationLoad.of(8, 50, Duration.ofSeconds(2)));
            assertThat(calibration.concurrency()).isEqualTo(8);
            assertThat(calibration.chunksPerSecond()).isPositive();
            assertThat(calibration.errors().ttft().count()).isPositive();
            assertThat(calibration.errors().itl().count()).isPositive();
            // A stamp is never before its write, and what is sent is never read before.
            assertThat(calibration.errors().ttft().p50Nanos()).isPositive();
        }
    }

    @Test
    void aRateHasSoManyInFlightAsItsRequestsTake() {
        CalibrationLoad load = planned("""
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 50-150}
                steps:
                  - {rate: 2, duration: 1m}
                  - {rate: 10, duration: 1m}
                """);
        // 0.5 s and 100 tokens of 50 ms each are 5.5 s; 10 a second are 55.
        assertThat(load.concurrency()).isEqualTo(55);
        assertThat(load.requestsPerSecond()).isEqualTo(25);
        // 55 streams of 20 tokens a second, over 25 requests a second.
        assertThat(load.meanTokens()).isEqualTo(44);
    }

    @Test
    void aHighRateIsDrivenWithAsManyRequestsAsItAsks() {
        CalibrationLoad load = planned("""
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 20}
                steps:
                  - {rate: 100, duration: 1m}
                """);
        // 1.5 s each.
        assertThat(load.concurrency()).isEqualTo(150);
        assertThat(load.requestsPerSecond()).isEqualTo(100);
        assertThat(load.meanTokens()).isEqualTo(30);
    }

    @Test
    void ofALowRateEnoughIsMeasuredToSaySomething() {
        CalibrationLoad load = planned("""
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
                steps:
                  - {rate: 0.5, duration: 1m}
                """);
        assertThat(load.concurrency()).isEqualTo(CalibrationLoad.MIN_CONCURRENCY);
        assertThat(load.meanTokens()).isEqualTo(4);
    }

    @Test
    void thePlansOwnLimitBoundsIt() {
        assertThat(planned("""
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 100}
                limits: {in_flight: 64}
                steps:
                  - {rate: 100, duration: 1m}
                """).concurrency()).isEqualTo(64);
    }
}
