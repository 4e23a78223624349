package io.tidemark.app.search;

import io.tidemark.analysis.objective.WithheldVerdict;
import io.tidemark.app.run.RunObservers;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.run.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where loads are tried: a server in real time, or a simulated one in virtual time. */
public interface ProbeEnvironment {
    /** Since the search began, by its own clock. */
    Duration elapsed();

    /** Runs a plan, published as every run. */
    ProbeRun runPlan(Plan plan, RunObservers observers) throws InterruptedException;

    /** Waits until the server has nothing to do. */
    IdleWait awaitIdle() throws InterruptedException;

    /**
     * A run that ended.
     *
     * @param verdicts on its steps, as {@code run} would give them; empty where nothing was published or they did not come
     */
    record ProbeRun(RunOutcome outcome, List<Verdict> verdicts) {
        public ProbeRun {
            verdicts = List.copyOf(verdicts);
        }

        /** Why one of these objectives may not be judged by the run's figures; empty where all may. */
        public Optional<String> withheld(List<ObjectiveState> objectives) {
            return outcome.steps().stream()
                    .map(step -> new WithheldVerdict(step.doubts()))
                    .flatMap(step -> objectives.stream()
                            .flatMap(objective -> step
                                    .reason(objective, Verdict.INCONCLUSIVE)
                                    .map(why -> objective.getName() + " has no verdict: " + why)
                                    .stream()))
                    .findFirst();
        }
    }

    /**
     * A wait for an idle server.
     *
     * @param idle false when it was not within the longest wait
     * @param description how it ended
     */
    record IdleWait(Duration waited, boolean idle, String description) {}
}
