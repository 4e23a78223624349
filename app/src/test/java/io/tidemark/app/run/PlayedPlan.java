package io.tidemark.app.run;

import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.run.RunListener;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.http.SimulatorOptions;
import io.tidemark.sinks.store.read.RunKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A plan that was played against a simulated server in virtual time, and judged by the team's topology.
 *
 * @param lasted in virtual time
 */
record PlayedPlan(RunResult result, Duration lasted, List<StepResult> steps) {
    private static final String ID = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final Team TEAM = new Team("default");

    /** @param folder for the state of streams */
    static PlayedPlan of(Plan plan, PhasePlan phase, String profile, Path folder) throws InterruptedException {
        KeptEvents kept = new KeptEvents();
        VirtualRequest request = new VirtualRequest(
                plan,
                phase,
                new VirtualRequest.Server(profile, new ServerConfigs().builtIn(profile), SimulatorOptions.Extras.NONE),
                TEAM,
                new VirtualRequest.Named(ID, "test", "virtual", false));
        VirtualRun.Ended ended = new VirtualRun(request).execute(MovedRun.START, kept, RunListener.silent());
        try (MovedJudge judge = new MovedJudge(folder)) {
            judge.judge(kept.events(), List.of());
            List<StepResult> steps = judge.finalSteps();
            List<Verdict> verdicts = steps.stream().map(StepResult::getVerdict).toList();
            return new PlayedPlan(
                    new RunResult(new RunKey(TEAM, ID), ended.outcome(), verdicts, 0), ended.lasted(), steps);
        }
    }
}
