package io.tidemark.app.run;

import io.tidemark.events.Verdict;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;

/**
 * A run that ended.
 *
 * @param verdicts of its steps that have a final result, by step; fewer than there are steps if some never came
 * @param spooledEvents events that Kafka did not take and that wait in the spool
 * @param lostEvents events that were lost by the time the publisher was closed: some only after the run had judged itself, when neither Kafka nor the
 *     disk took them
 * @param duration of the load, by the run's clock
 */
public record RunResult(
        RunKey key,
        RunOutcome outcome,
        List<Verdict> verdicts,
        long spooledEvents,
        long lostEvents,
        Duration duration) {
    public RunResult {
        verdicts = List.copyOf(verdicts);
    }

    /** Events that were lost, of which the run's own verdict on itself could not know. */
    public long lostAfterEnd() {
        return lostEvents - outcome.lost();
    }
}
