package io.tidemark.sinks.store;

import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.AuditEvent;
import io.tidemark.events.Finality;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store of baselines keeps to, while a sink has the store open. */
public abstract class BaselineStoreContract {
    private static final Team TEAM = new Team("perf");
    private static final Team OTHER = new Team("other");

    private ResultStore sink;
    private ResultReader reader;
    private BaselineStore baselines;

    /** An empty store. */
    protected abstract StoreAddress emptied() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        StoreAddress address = emptied();
        sink = address.open();
        reader = address.openReader();
        baselines = address.openBaselines();
        givenRun(TEAM, "r1");
        givenRun(TEAM, "r2");
        givenRun(OTHER, "r3");
    }

    @AfterEach
    void closeStore() {
        baselines.close();
        reader.close();
        sink.close();
    }

    @Test
    void baselinesOfAllTeamsAreReadBackWithTheirRunsInOrder() {
        Baseline main = baseline(TEAM, "main", "r2", "r1");
        Baseline soak = baseline(TEAM, "soak-2026.11_a", "r1");
        Baseline others = baseline(OTHER, "main", "r3");
        Stream.of(main, soak, others).forEach(baseline -> baselines.set(baseline, Events.audit()));

        assertThat(reader.baselines()).containsExactly(others, main, soak);
        assertThat(reader.baseline(TEAM, "main")).contains(main);
        assertThat(reader.baseline(OTHER, "soak-2026.11_a")).isEmpty();
    }

    @Test
    void aChangeIsStoredWithWhoMadeItAndARefusedOneLeavesNoTrace() {
        AuditEvent set = Events.audit();
        AuditEvent removed = Events.audit();
        baselines.set(baseline(TEAM, "main", "r1"), set);
        assertThatThrownBy(() -> baselines.set(baseline(TEAM, "main", "r3"), Events.audit()))
                .hasMessageContaining("holds no run r3");
        assertThat(baselines.remove(TEAM, "maim", Events.audit())).isFalse();
        assertThatThrownBy(() -> sink.prune(new RunKey(TEAM, "r1"), PruneScope.RUNS, Events.audit()))
                .hasMessageContaining("main");
        baselines.remove(TEAM, "main", removed);

        assertThat(reader.audit(new AuditQuery(Optional.of(TEAM), Instant.EPOCH, 10)))
                .extracting(AuditRow::id)
                .containsExactlyInAnyOrder(set.getId(), removed.getId());
        assertThat(reader.audit(new AuditQuery(Optional.of(OTHER), Instant.EPOCH, 10)))
                .isEmpty();
    }

    @Test
    void settingOneAgainReplacesIt() {
        baselines.set(baseline(TEAM, "main", "r1", "r2"), Events.audit());
        Baseline next = new Baseline(
                TEAM, "main", List.of("r2"), "h200", "fp8", START.plusSeconds(9), "you", "after the upgrade");
        baselines.set(next, Events.audit());
        assertThat(reader.baselines()).containsExactly(next);
    }

    @Test
    void removingSaysWhetherThereWasOne() {
        baselines.set(baseline(TEAM, "main", "r1"), Events.audit());
        assertThat(baselines.remove(OTHER, "main", Events.audit())).isFalse();
        assertThat(baselines.remove(TEAM, "maim", Events.audit())).isFalse();
        assertThat(baselines.remove(TEAM, "main", Events.audit())).isTrue();
        assertThat(baselines.remove(TEAM, "main", Events.audit())).isFalse();
        assertThat(reader.baselines()).isEmpty();
    }

    @Test
    void aRunThatIsNotThereIsRefusedAndTheOldOneStays() {
        Baseline main = baseline(TEAM, "main", "r1");
        baselines.set(main, Events.audit());
        assertThatThrownBy(() -> baselines.set(baseline(TEAM, "main", "r2", "r3"), Events.audit()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("holds no run r3 of team perf, so baseline main cannot name it");
        assertThat(reader.baselines()).containsExactly(main);
    }

    @Test
    void aRunOfABaselineIsNotDeletedUntilItIsLetGo() {
        RunKey run = new RunKey(TEAM, "r1");
        given(TEAM, Events.result(Finality.FINAL, 19).setRun("r1").build());
        baselines.set(baseline(TEAM, "main", "r1"), Events.audit());
        baselines.set(baseline(TEAM, "soak", "r2", "r1"), Events.audit());

        assertThatThrownBy(() -> sink.prune(run, PruneScope.RUNS, Events.audit()))
                .isInstanceOf(BaselineRunException.class)
                .hasMessageContaining("run r1 of team perf is kept: it belongs to baseline main, soak;");
        assertThat(reader.run(run)).isPresent();
        assertThat(reader.steps(run)).hasSize(1);

        assertThat(sink.prune(new RunKey(OTHER, "r3"), PruneScope.RUNS, Events.audit())
                        .rows())
                .containsEntry("runs", 1L);
        baselines.remove(TEAM, "main", Events.audit());
        baselines.set(baseline(TEAM, "soak", "r2"), Events.audit());
        assertThat(sink.prune(run, PruneScope.RUNS, Events.audit()).rows()).containsEntry("runs", 1L);
        assertThat(reader.run(run)).isEmpty();
    }

    @Test
    void requestsOfABaselineAreKeptNoLongerThanOthers() {
        given(TEAM, Events.request(0, 100).setRun("r1").build());
        given(TEAM, Events.request(0, 100).setRun("r2").build());
        baselines.set(baseline(TEAM, "main", "r1", "r2"), Events.audit());

        assertThat(sink.prune(new RunKey(TEAM, "r1"), PruneScope.RAW, Events.audit())
                        .rows())
                .containsEntry("requests", 1L);
        assertThat(sink.maintain(TEAM, Retention.DEFAULT, START.plus(Duration.ofDays(400)))
                        .requests())
                .isEqualTo(1);
        assertThat(reader.run(new RunKey(TEAM, "r1"))).isPresent();
        assertThat(sink.prune(new RunKey(TEAM, "r2"), PruneScope.RAW, Events.audit()))
                .isEqualTo(PrunedRows.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Main", "-main", "main branch", "main/1", "ünter", "main\n"})
    void aNameThatBreaksTheRuleIsRefusedWithIt(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> baseline(TEAM, name, "r1"))
                .withMessage("the name of a baseline must be as [a-z0-9][a-z0-9._-]{0,63} but was \"" + name + "\"");
    }

    @Test
    void aBaselineHasOneToAThousandRunsEachOnce() {
        List<String> most = IntStream.range(0, 1_000).mapToObj(i -> "r" + i).toList();
        assertThat(baseline(TEAM, "x".repeat(64), most.toArray(String[]::new)).runs())
                .hasSize(1_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> baseline(TEAM, "main"))
                .withMessage("baseline main must have 1 to 1000 runs but had 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        baseline(TEAM, "main", Collections.nCopies(1_001, "r").toArray(String[]::new)))
                .withMessage("baseline main must have 1 to 1000 runs but had 1001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> baseline(TEAM, "main", "r1", "r1"))
                .withMessage("baseline main must name each run once but was [r1, r1]");
    }

    private static Baseline baseline(Team team, String name, String... runs) {
        return new Baseline(team, name, List.of(runs), "h200", "baseline", START, "me", "");
    }

    private void givenRun(Team team, String run) {
        given(team, Events.control(START, Events.run(run, START)));
    }

    private void given(Team team, SpecificRecord event) {
        sink.write(new WriteBatch(List.of(new StoreChange.StoredEvent(team, START, event)), List.of()));
    }
}
