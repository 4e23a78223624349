package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.exit.ExitCode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PlanWatchTest {
    @Test
    void theEndOfARunSaysNothingThatItsComparisonContradicts() {
        assertThat(PlanWatch.endWords(Optional.of(ExitCode.OK))).isEqualTo("run ended");
        assertThat(PlanWatch.endWords(Optional.of(ExitCode.INCONCLUSIVE)))
                .isEqualTo("run ended; alone it does not decide every objective of its plan")
                .doesNotContain("too few");
        assertThat(PlanWatch.endWords(Optional.of(ExitCode.SLO_NOT_MET)))
                .isEqualTo("run ended; it breaks an objective of its plan");
        assertThat(PlanWatch.endWords(Optional.of(ExitCode.RUN_INVALID)))
                .isEqualTo("run ended: " + ExitCode.RUN_INVALID.meaning());
        assertThat(PlanWatch.endWords(Optional.empty())).isEqualTo("run ended: stopped");
    }
}
