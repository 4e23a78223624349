package io.tidemark.app.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.exit.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoCommandTest {
    @Test
    void aConfigurationThatBreaksItsSloIsWhatTheDemoShows() {
        assertThat(DemoCommand.exitCode(List.of(ExitCode.SLO_NOT_MET, ExitCode.OK)))
                .isEqualTo(ExitCode.OK);
        assertThat(DemoCommand.exitCode(List.of(ExitCode.SLO_NOT_MET, ExitCode.INCONCLUSIVE)))
                .isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @EnumSource(
            value = ExitCode.class,
            names = {"RUN_INVALID", "INFRASTRUCTURE", "INTERNAL"})
    void aRunThatFailedEndsTheDemoWithItsCode(ExitCode failed) {
        assertThat(DemoCommand.exitCode(List.of(failed, ExitCode.SLO_NOT_MET))).isEqualTo(failed);
        assertThat(DemoCommand.exitCode(List.of(ExitCode.OK, failed))).isEqualTo(failed);
    }

    @Test
    void ofTwoFailuresTheWorseCounts() {
        assertThat(DemoCommand.exitCode(List.of(ExitCode.INFRASTRUCTURE, ExitCode.RUN_INVALID)))
                .isEqualTo(ExitCode.RUN_INVALID);
    }
}
