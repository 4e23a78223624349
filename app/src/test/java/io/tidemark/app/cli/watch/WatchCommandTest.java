package io.tidemark.app.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import org.junit.jupiter.api.Test;

final class WatchCommandTest {
    @Test
    void theEndOfARunSaysNothingThatItsComparisonContradicts() {
        assertThat(description(ExitCode.OK)).isEqualTo("run ended");
        assertThat(description(ExitCode.INCONCLUSIVE))
                .isEqualTo("run ended; alone it does not decide every objective of its plan")
                .doesNotContain("too few");
        assertThat(description(ExitCode.SLO_NOT_MET)).isEqualTo("run ended; it breaks an objective of its plan");
        assertThat(description(ExitCode.RUN_INVALID)).isEqualTo("run ended: " + ExitCode.RUN_INVALID.meaning());
        assertThat(WatchCommand.runEnd(130).description()).isEqualTo("run ended: stopped");
    }

    private static String description(ExitCode code) {
        return WatchCommand.runEnd(code.code()).description();
    }
}
