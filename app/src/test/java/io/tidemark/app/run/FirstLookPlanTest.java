package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.read.PlanLoader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The plan of {@code tidemark run --target URL}. */
class FirstLookPlanTest {
    private static Plan plan() throws IOException {
        try (InputStream in = FirstLookPlanTest.class.getResourceAsStream("plan.yaml")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return PlanLoader.parse(text, "first-look plan", Path.of("."));
        }
    }

    @Test
    void itLooksAtThreeLowRatesInAboutFiveMinutes() throws IOException {
        assertThat(plan().steps()).extracting(StepPlan::ratePerSecond).containsExactly(1.0, 2.0, 4.0);
        Duration whole = plan().steps().stream()
                .map(step ->
                        step.warmUp().plus(((Lasting) step.extent()).duration()).plus(step.coolDown()))
                .reduce(Duration.ZERO, Duration::plus);
        assertThat(whole).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void itNamesNoTargetAndHasObjectives() throws IOException {
        assertThat(plan().targets()).isEmpty();
        assertThat(plan().objectives()).isNotEmpty();
    }
}
