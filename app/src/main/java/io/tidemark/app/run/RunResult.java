package io.tidemark.app.run;

import io.tidemark.app.ExitCode;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.sinks.store.read.RunKey;
import java.util.List;

/**
 * A run that ended.
 *
 * @param verdicts of its steps that have a final result, by step; fewer than there are steps if some never came
 * @param kept events that Kafka did not take and that wait in the spool
 */
public record RunResult(RunKey key, RunOutcome outcome, List<Verdict> verdicts, long kept) {
    public RunResult {
        verdicts = List.copyOf(verdicts);
    }

    /** The worst thing that is true of it decides. */
    public ExitCode exitCode() {
        if (outcome.status() == RunStatus.INVALID) {
            return ExitCode.RUN_INVALID;
        }
        if (verdicts.size() < outcome.steps().size()) {
            return ExitCode.INFRASTRUCTURE;
        }
        if (verdicts.contains(Verdict.FAIL)) {
            return ExitCode.SLO_NOT_MET;
        }
        return outcome.status() == RunStatus.ABORTED
                        || verdicts.contains(Verdict.INCONCLUSIVE)
                        || verdicts.contains(Verdict.INVALID)
                ? ExitCode.INCONCLUSIVE
                : ExitCode.OK;
    }
}
