package io.tidemark.app.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.run.BuiltInPlans;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunWarningsTest {
    @Test
    void aPlanThatForgivesItsClientMoreThanUsualSaysSo() {
        assertThat(RunWarnings.weakerThanUsual(plan("2s")).orElseThrow())
                .startsWith("NOTE: limits.schedule_lag_p99 is 2,000 ms here and 50 ms by default")
                .contains("VALID means less than usual")
                .endsWith("--set limits.schedule_lag_p99=50ms");
        assertThat(RunWarnings.weakerThanUsual(plan("50ms"))).isEmpty();
        assertThat(RunWarnings.weakerThanUsual(plan("10ms"))).isEmpty();
    }

    private static Plan plan(String lag) {
        return BuiltInPlans.firstLook(new PlanFileOptions(Optional.empty(), List.of("limits.schedule_lag_p99=" + lag)))
                .get(0);
    }
}
