package io.tidemark.app.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.run.RunRequest;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.compare.PhaseOrder;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PhaseSequenceTest {
    private static final Plan PLAN = PlanLoader.parse("""
            experiment: night
            workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
            steps: [{rate: 2, duration: 2m}]
            server: {command: "serve m --port 8000 ${flags}"}
            phases: [{name: base}, {name: wide, flags: {width: 8}}]
            """, "plan.yaml", Path.of("."));

    @TempDir
    private Path home;

    /** Four runs of 2 min, each after a start that is taken to need 1 min: 12 min, of which 4 are starts. */
    @Test
    void theWholeAndTheStartsOfItAreInOneFormat() {
        RunRequest request = new RunRequest(
                PLAN,
                PLAN.phases().get(0),
                List.of(TargetPlan.at(URI.create("http://127.0.0.1:8000"), "m")),
                PLAN.team(),
                "",
                false,
                false,
                SpoolSettings.off());
        try (Shell shell = new Shell(home)) {
            PhaseOrder order = new PhaseOrder(List.of(List.of("base", "wide"), List.of("wide", "base")));
            PhaseSequence.introduce(shell.context(), order, request);

            assertThat(shell.out())
                    .contains("takes     about 12 min for 4 steps, longer if the server does not keep up;"
                            + " about 4 min of it for the starts of servers");
        }
    }
}
