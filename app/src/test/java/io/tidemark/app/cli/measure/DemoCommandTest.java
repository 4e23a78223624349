package io.tidemark.app.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.run.BuiltInPlans;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoCommandTest {
    /** 200 / 20 + 1 + 225 / 25 + 2 + 240 / 40 + 1 + 250 / 50 + 1 = 35 s for each of two phases. */
    @Test
    void itBeginsWithTheQuestionTheLoadAndTheSlo() {
        assertThat(DemoCommand.introduction(BuiltInPlans.demo(), "http://127.0.0.1:9480"))
                .containsExactly(
                        "  question  Which configuration of a simulated vLLM holds more load within its SLO: default or tuned?",
                        "  load      20, 25, 40, 50 requests per second, one after the other",
                        "  takes     about 1 min 10 s for 8 steps, longer if the server does not keep up",
                        "  SLO       ttft_due p95 < 500ms over 10s",
                        "  SLO       tpot p95 < 60ms over 10s",
                        "  SLO       errors < 2% over 10s",
                        "            ttft_due: from when a request was due to its first token; tpot: time per token after it",
                        "  console   http://127.0.0.1:9480 shows the runs live");
    }

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
