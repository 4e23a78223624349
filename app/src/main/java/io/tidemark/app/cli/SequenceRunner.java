package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.run.BeforeRun;
import io.tidemark.app.run.PhaseOrder;
import io.tidemark.app.run.PlanLength;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.producer.plan.Plan;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.Optional;

/**
 * Drives a sequence of runs: before each of them it sets the server up for the phase. A run that fails does not end the sequence: the next
 * block measures its phase again.
 *
 * @param id of the sequence, a label of its runs
 * @param before sets the server up; empty if nothing is to be done
 */
record SequenceRunner(Surroundings surroundings, PhaseOrder order, String id, Optional<BeforeRun> before) {
    /** One run, from its target's check to its report. */
    interface Execution {
        Ended execute(RunRequest request) throws InterruptedException;
    }

    /**
     * A run that ended.
     *
     * @param code the worse of its own and of its report's
     */
    record Ended(RunResult result, ExitCode code) {}

    /** Says the order of the runs and how long they take. */
    void introduce(Plan plan) {
        int runs = order.turns().size();
        surroundings
                .terminal()
                .sayf(
                        "  sequence  %d runs in %d blocks: %s",
                        runs, order.blocks().size(), order.words());
        surroundings
                .terminal()
                .sayf(
                        "  takes     %s; with what the server takes to start",
                        PlanLength.of(plan)
                                .times(runs)
                                .words(runs * plan.steps().size()));
    }

    /** Runs all turns, then concludes the sequence; told to stop, it returns after the run that was stopped. The worst code of all. */
    ExitCode run(RunRequest request, PhaseSequence sequence, ResultReader results, Execution execution)
            throws InterruptedException {
        ExitCode worst = ExitCode.OK;
        String previous = "";
        for (PhaseOrder.Turn turn : order.turns()) {
            RunRequest next = request.of(request.plan().withLabels(turn.labels(id)), turn.phase());
            surroundings.terminal().say("\n  " + turn.words(order));
            if (before.isPresent()) {
                before.get()
                        .set(new BeforeRun.Told(
                                turn,
                                next.phase(),
                                previous,
                                next.target().url().toString()));
            }
            previous = turn.phase();
            Ended ended = execution.execute(next);
            worst = worst.orWorse(ended.code());
            sequence.ended(turn, ended.result());
            if (surroundings.closer().isClosed()) {
                return worst;
            }
        }
        sequence.conclude(results);
        return worst;
    }
}
