package io.tidemark.app.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MachineChecksTest {
    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
    private static final long GIB = 1L << 30;

    @Test
    void javaMustBe17WithHalfAGibibyte() {
        assertThat(MachineChecks.java("17.0.12", 17, GIB, 2).level()).isEqualTo(Finding.Level.OK);
        assertThat(MachineChecks.java("11.0.2", 11, GIB, 2).advice()).contains("install Java 17");
        assertThat(MachineChecks.java("17.0.12", 17, GIB / 4, 2).advice()).contains("-Xmx1g");
    }

    @Test
    void twoGibibytesOfAWritableFolderAreNeeded() {
        assertThat(MachineChecks.disk("/h", 2 * GIB, true).level()).isEqualTo(Finding.Level.OK);
        assertThat(MachineChecks.disk("/h", 2 * GIB - 1, true).advice()).contains("free 2 GiB");
        assertThat(MachineChecks.disk("/h", 2 * GIB, false).fact()).contains("/h cannot be written");
    }

    @Test
    void clocksMustBeFineAndGoTogether() {
        assertThat(clocks(30, Duration.ofMillis(50))).isEqualTo(Finding.Level.OK);
        assertThat(clocks(30, Duration.ofMillis(-51))).isEqualTo(Finding.Level.FAILED);
        assertThat(clocks(1_000_001, Duration.ZERO)).isEqualTo(Finding.Level.FAILED);
        assertThat(MachineChecks.clocks(Duration.ofNanos(30), Duration.ZERO, Instant.EPOCH)
                        .level())
                .isEqualTo(Finding.Level.FAILED);
    }

    private static Finding.Level clocks(long stepNanos, Duration disagreement) {
        return MachineChecks.clocks(Duration.ofNanos(stepNanos), disagreement, NOW)
                .level();
    }

    @Test
    void clientErrorIsHeldToTheLimitsOfPlans() {
        Finding good = MachineChecks.clientError(calibration(300_000));
        assertThat(good.line()).contains("ok", "ttft +0.3 ms p99", "at 30 streams");
        assertThat(MachineChecks.clientError(calibration(50_000_001)).level()).isEqualTo(Finding.Level.FAILED);
    }

    private static CalibrationRow calibration(long ttftErrorP99Nanos) {
        return new CalibrationRow(NOW, 30, 900, 100_000, ttftErrorP99Nanos, 500, 100_000, 200_000, 9_000, 100_000);
    }

    @Test
    void oneFailureFailsTheCommandAndANoteDoesNot() {
        Finding ok = Finding.ok("java", "17");
        Finding note = Finding.note("kafka", "none", "`tidemark up`");
        Finding failed = Finding.failed("disk", "full", "free some");

        assertThat(Finding.exitCode(List.of(ok, note))).isEqualTo(ExitCode.OK);
        assertThat(Finding.exitCode(List.of(ok, note, failed))).isEqualTo(ExitCode.INFRASTRUCTURE);
        assertThat(Finding.json(List.of(ok, failed))).contains("\"ok\":false", "\"advice\":\"free some\"");
    }
}
