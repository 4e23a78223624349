package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.TargetRef;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store's views and the report say the same of what a phase holds, whatever verdicts its steps have. */
class CapacityViewTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-11-20T14:00:00Z");
    private static final int PHASES = 300;
    private static final Verdict[] VERDICTS = {
        Verdict.PASS, Verdict.PASS, Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.INVALID, Verdict.UNKNOWN
    };

    @TempDir
    Path folder;

    @Test
    void viewAndReportAgreeOnSeededRandomSteps() throws SQLException {
        TrustedEventClasses.trust();
        Path file = folder.resolve("store.db");
        SplittableRandom random = new SplittableRandom(5);
        List<List<LoadVerdict>> phases = new ArrayList<>();
        List<StoreChange> changes = new ArrayList<>();
        try (ResultStore store = SqliteStore.open(file)) {
            for (int phase = 0; phase < PHASES; phase++) {
                List<LoadVerdict> steps = random.ints(random.nextInt(1, 9), 0, VERDICTS.length)
                        .mapToObj(verdict ->
                                new LoadVerdict(LoadKind.RATE, random.nextInt(1, 6), VERDICTS[verdict], List.of()))
                        .toList();
                phases.add(steps);
                changes.addAll(changes(phase, steps));
            }
            store.write(new WriteBatch(changes, List.of()));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            for (int phase = 0; phase < PHASES; phase++) {
                assertThat(inStore(connection, phase))
                        .as("phase %d: %s", phase, phases.get(phase))
                        .isEqualTo(inReport(phases.get(phase)));
            }
        }
    }

    private record Held(OptionalDouble heldUpTo, OptionalDouble failsFrom, boolean monotone, List<Double> undecided) {}

    private static Held inReport(List<LoadVerdict> steps) {
        Capacity capacity = Capacity.of(steps, LoadKind.RATE);
        return new Held(capacity.heldUpTo(), capacity.failsFrom(), capacity.monotone(), capacity.undecided());
    }

    private static Held inStore(Connection connection, int phase) throws SQLException {
        List<Double> undecided = new ArrayList<>();
        try (PreparedStatement loads = connection.prepareStatement(
                "SELECT load FROM capacity_loads WHERE phase = ? AND verdict = 'INCONCLUSIVE' ORDER BY load")) {
            loads.setString(1, name(phase));
            ResultSet rows = loads.executeQuery();
            while (rows.next()) {
                undecided.add(rows.getDouble(1));
            }
        }
        try (PreparedStatement capacity = connection.prepareStatement(
                "SELECT highest_pass, lowest_fail, non_monotone, inconclusive_loads FROM capacity WHERE phase = ?")) {
            capacity.setString(1, name(phase));
            ResultSet row = capacity.executeQuery();
            if (!row.next()) { // not one step that counts
                return new Held(OptionalDouble.empty(), OptionalDouble.empty(), true, undecided);
            }
            assertThat(row.getInt("inconclusive_loads")).isEqualTo(undecided.size());
            return new Held(
                    load(row, "highest_pass"), load(row, "lowest_fail"), row.getInt("non_monotone") == 0, undecided);
        }
    }

    private static OptionalDouble load(ResultSet row, String column) throws SQLException {
        double load = row.getDouble(column);
        return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(load);
    }

    private static List<StoreChange> changes(int phase, List<LoadVerdict> steps) {
        String run = "01JD8Z6K3M5TQX9V2R7C0W%04d".formatted(phase);
        List<StoreChange> changes = new ArrayList<>();
        changes.add(new StoreChange.StoredEvent(
                TEAM,
                START,
                ControlEvent.newBuilder().setAt(START).setState(run(run, phase)).build()));
        for (int step = 0; step < steps.size(); step++) {
            changes.add(new StoreChange.StoredEvent(TEAM, START, result(run, phase, step, steps.get(step))));
        }
        return changes;
    }

    private static RunState run(String run, int phase) {
        return RunState.newBuilder()
                .setRun(run)
                .setExperiment("views")
                .setPhase(name(phase))
                .setPlanHash("aa11bb22cc33dd44")
                .setWorkloadHash("0123456789abcdef")
                .setToolVersion("0.1.0")
                .setCommand("tidemark run plan.yaml")
                .setSeed(7)
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName("a")
                        .setUrl("http://gpu-1:8000")
                        .setModel("llama-70b")
                        .setScrapeUrls(List.of())
                        .build()))
                .setLanes(List.of("a"))
                .setStepCount(1)
                .setStarted(START)
                .setEnded(START.plusSeconds(60))
                .setStatus(RunStatus.ENDED)
                .build();
    }

    private static StepResult result(String run, int phase, int step, LoadVerdict verdict) {
        return StepResult.newBuilder()
                .setRun(run)
                .setStep(step)
                .setExperiment("views")
                .setPhase(name(phase))
                .setTarget("a")
                .setWorkloadHash("0123456789abcdef")
                .setFinality(Finality.FINAL)
                .setLoadKind(LoadKind.RATE)
                .setLoad(verdict.load())
                .setMeasureFrom(START)
                .setMeasureUntil(START.plusSeconds(60))
                .setDue(100)
                .setSent(100)
                .setOk(100)
                .setMetrics(List.of())
                .setObjectives(List.of())
                .setVerdict(verdict.verdict())
                .build();
    }

    private static String name(int phase) {
        return "phase-" + phase;
    }
}
