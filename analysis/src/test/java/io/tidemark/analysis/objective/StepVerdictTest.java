package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepVerdictTest {

    @Test
    void oneFailureFailsTheStep() {
        assertThat(StepVerdict.of(List.of(Verdict.PASS, Verdict.INCONCLUSIVE, Verdict.FAIL)))
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void oneUndecidedObjectiveLeavesTheStepUndecided() {
        assertThat(StepVerdict.of(List.of(Verdict.PASS, Verdict.INCONCLUSIVE))).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(StepVerdict.of(List.of(Verdict.PASS, Verdict.UNKNOWN))).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void allPassesPass() {
        assertThat(StepVerdict.of(List.of(Verdict.PASS, Verdict.PASS))).isEqualTo(Verdict.PASS);
    }

    @Test
    void withoutObjectivesNothingWasAsked() {
        assertThat(StepVerdict.of(List.of())).isEqualTo(Verdict.UNKNOWN);
    }
}
