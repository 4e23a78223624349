package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.docs.ReadmePlan;
import io.tidemark.app.init.PlanTemplate;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plans that one begins with decide on a healthy server, and take as long as is said before they start. */
class ShippedPlansTest {
    @TempDir
    Path folder;

    @Test
    void theFirstLookPasses() throws Exception {
        passes(BuiltInPlans.firstLook(PlanFileOptions.AS_IT_IS).get(0), "demo-tuned");
    }

    @Tag("long")
    @Test
    void thePlanOfInitPasses() throws Exception {
        String text = new PlanTemplate(URI.create("http://localhost:8000"), Optional.empty(), Optional.empty())
                .text("plan.yaml");
        passes(PlanLoader.parse(text, "plan.yaml", folder), "demo-tuned");
    }

    @Tag("long")
    @Test
    void theReadmesPlanPasses() throws Exception {
        passes(PlanLoader.parse(ReadmePlan.text(), "README.md", folder), "llama-70b-fp8-h200");
    }

    @Test
    @Tag("long")
    void theDemoDecides() throws Exception {
        Plan demo = BuiltInPlans.demo();

        assertThat(verdicts(demo, demo.phases().get(0), "demo-default"))
                .containsExactly(Verdict.PASS, Verdict.FAIL, Verdict.FAIL, Verdict.FAIL);
        assertThat(verdicts(demo, demo.phases().get(1), "demo-tuned"))
                .containsExactly(Verdict.PASS, Verdict.PASS, Verdict.PASS, Verdict.FAIL);
    }

    private List<Verdict> verdicts(Plan plan, PhasePlan phase, String profile) throws Exception {
        return PlayedPlan.of(plan, phase, profile, folder.resolve(phase.name())).steps().stream()
                .map(StepResult::getVerdict)
                .toList();
    }

    private void passes(Plan plan, String profile) throws Exception {
        PlayedPlan played = PlayedPlan.of(plan, plan.phases().get(0), profile, folder.resolve("state"));

        assertThat(played.steps())
                .as("%s", played.steps().stream().map(StepResult::getObjectives).toList())
                .hasSameSizeAs(plan.steps())
                .extracting(StepResult::getVerdict)
                .containsOnly(Verdict.PASS);
        assertThat(ExitCodeMapper.exitCode(played.result())).isEqualTo(ExitCode.OK);
        Duration said = PlanDuration.of(plan).estimate();
        assertThat(played.lasted())
                .isBetween(
                        said.multipliedBy(8).dividedBy(10),
                        said.multipliedBy(12).dividedBy(10));
    }
}
