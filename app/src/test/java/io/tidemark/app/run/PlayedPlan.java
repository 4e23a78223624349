package io.tidemark.app.run;

import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A plan that was played against a simulated server in virtual time, and judged by the team's topology.
 *
 * @param lasted in virtual time
 * @param requests of its steps' measured parts
 */
record PlayedPlan(RunResult result, Duration lasted, List<StepResult> steps, List<RequestEvent> requests) {
    private static final String ID = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final Team TEAM = new Team("default");

    /** @param folder for the state of streams */
    static PlayedPlan of(Plan plan, PhasePlan phase, String profile, Path folder) throws InterruptedException {
        SimulatedServer server =
                new SimulatedServer(profile, new ServerConfigLoader().builtIn(profile), SimulatorOptions.Extras.NONE);
        return of(plan, phase, server, folder);
    }

    /** The same on a server with flags. */
    static PlayedPlan of(Plan plan, PhasePlan phase, SimulatedServer server, Path folder) throws InterruptedException {
        KeptEvents kept = new KeptEvents();
        RunRequest request =
                RunRequest.simulated(plan, phase, TEAM, "virtual", false).withRunId(ID);
        RunResult ended = VirtualRuns.run(request, List.of(server), MovedRun.START, kept);
        try (MovedJudge judge = new MovedJudge(folder)) {
            judge.judge(kept.events(), List.of());
            List<StepResult> steps = judge.finalSteps();
            List<Verdict> verdicts = steps.stream().map(StepResult::getVerdict).toList();
            return new PlayedPlan(
                    new RunResult(ended.key(), ended.outcome(), verdicts, 0, 0, ended.duration()),
                    ended.duration(),
                    steps,
                    kept.of(RequestEvent.class)
                            .filter(event -> event.getPart() == StepPart.MEASURED)
                            .toList());
        }
    }
}
