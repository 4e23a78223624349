package io.tidemark.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.view.LiveRunView.Held;
import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRunTest {
    private static final Team PERF = new Team("perf");
    private static final StepResult OVER = step(0, 2, Finality.FINAL, Verdict.PASS);
    private static final StepResult GOES_ON = step(1, 4, Finality.PROVISIONAL, Verdict.FAIL);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whileARunLastsTheStepsThatAreOverSayWhatItHoldsSoFar() {
        assertThat(held(RunStatus.RUNNING, OVER, GOES_ON).heldLoad()).contains("at least 2 req/s so far");
    }

    @Test
    void ofARunThatEndedAllStepsCount() {
        assertThat(held(RunStatus.ENDED, OVER, GOES_ON).heldLoad()).contains("between 2 and 4 req/s");
    }

    @Test
    void stepsThatNeitherPassNorFailLeaveTheLoadUnknownAsInTheListOfTheCommand() {
        assertThat(held(RunStatus.ENDED, step(0, 2, Finality.FINAL, Verdict.INCONCLUSIVE))
                        .heldLoad())
                .contains("an unknown load (none passed, none failed)");
    }

    private Held held(RunStatus status, StepResult... steps) {
        RunState run = RunState.newBuilder(Events.run(Events.RUN, Events.START))
                .setStatus(status)
                .setEnded(status == RunStatus.RUNNING ? null : Events.START.plusSeconds(60))
                .build();
        List<SpecificRecord> events = new ArrayList<>(List.of(steps));
        events.add(Events.control(Events.START, run));
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"));
                ResultReader results = store.reader()) {
            store.write(new WriteBatch(
                    events.stream()
                            .<StoreChange>map(event -> new StoreChange.StoredEvent(PERF, Events.START, event))
                            .toList(),
                    List.of()));
            return StoredRun.view(
                            results, results.run(new RunKey(PERF, Events.RUN)).orElseThrow())
                    .held();
        }
    }

    private static StepResult step(int number, double load, Finality finality, Verdict verdict) {
        return Events.result(finality, 20)
                .setStep(number)
                .setLoad(load)
                .setVerdict(verdict)
                .build();
    }
}
