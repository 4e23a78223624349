package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
    private static final RunRow RUN =
            SampleReport.run("baseline", 28, RunStatus.ENDED).run();

    /** Steps of 1, 2, 3, ... req/s. */
    private static RunSummary summary(Verdict... verdicts) {
        return RunSummary.of(
                RUN,
                IntStream.range(0, verdicts.length)
                        .mapToObj(step -> new StepVerdictRow(step, LoadKind.RATE, 1 + step, verdicts[step]))
                        .toList());
    }

    @Test
    void aRunWhoseStepsAreNotJudgedIsNotJudged() {
        assertThat(summary(Verdict.UNKNOWN, Verdict.UNKNOWN).verdict()).contains(Verdict.UNKNOWN);
        assertThat(summary().verdict()).contains(Verdict.UNKNOWN);
    }

    @Test
    void aStepThatIsNotJudgedChangesNothing() {
        RunSummary summary = summary(Verdict.PASS, Verdict.UNKNOWN);

        assertThat(summary.verdict()).contains(Verdict.PASS);
        assertThat(summary.capacity().heldUpTo()).hasValue(1);
    }

    @Test
    void theWorstStepDecides() {
        assertThat(summary(Verdict.PASS, Verdict.INCONCLUSIVE).verdict()).contains(Verdict.INCONCLUSIVE);
        assertThat(summary(Verdict.INCONCLUSIVE, Verdict.FAIL).verdict()).contains(Verdict.FAIL);
    }
}
