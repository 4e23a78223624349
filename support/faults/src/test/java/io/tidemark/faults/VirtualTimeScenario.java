package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.process.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What rows in virtual time have in common: waiting for what is settled, and the comparison at the end. */
final class VirtualTimeScenario {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration BETWEEN = Duration.ofMillis(250);
    /** Amendments of a run are 5 s apart: what is not amended after this long is not amended at all. */
    private static final Duration QUIET = Duration.ofSeconds(12);

    private final String name;
    private final TeamFixture team;

    VirtualTimeScenario(String name, TeamFixture team) {
        this.name = name;
        this.team = team;
    }

    void awaitFinals(Instant moment) {
        awaitFinals(moment, () -> {});
    }

    /** @param meanwhile what is done about four times a second until then */
    void awaitFinals(Instant moment, Runnable meanwhile) {
        Instant[] done = {Instant.EPOCH};
        Await.until(
                () -> {
                    if (done[0].plus(BETWEEN).isBefore(now())) {
                        meanwhile.run();
                        done[0] = now();
                    }
                    return !team.results().finalThrough().isBefore(moment);
                },
                LIMIT,
                () -> "final through " + team.results().finalThrough() + ", not " + moment);
    }

    /** Until nothing has been committed for so long that nothing more comes. */
    void awaitQuiet() {
        Await.until(
                () -> now().isAfter(team.results().lastOutput().plus(QUIET)),
                LIMIT,
                () -> "still written at " + team.results().lastOutput());
    }

    /** Waits for all results: nothing missing, nothing wrong, nothing taken back or written for nothing, and without late data nothing final more than twice. */
    void mustBeExact(VirtualTimeLoad load) {
        mustBeExact(load, Set.of());
    }

    /** @param leftOut lines of the ledger that a window has all or none of: they came when it was no longer kept */
    void mustBeExact(VirtualTimeLoad load, Set<String> leftOut) {
        Instant began = now();
        List<String> lines = team.ledger().lines();
        Oracle all = new Oracle(lines);
        Oracle without = new Oracle(
                lines.stream().filter(line -> !leftOut.contains(line)).toList());
        Await.until(
                () -> team.results().finalSteps(RealTimeLoad.RUN) > 0
                        && team.results().step(RealTimeLoad.RUN).orElseThrow().getDue() >= all.step().due,
                LIMIT,
                () -> "step result " + team.results().step(RealTimeLoad.RUN));
        Duration judged = Duration.between(began, now());
        List<WindowId> due = without.due();
        Await.until(() -> team.results().countFinal(RealTimeLoad.RUN, due) == due.size(), LIMIT, () -> {
            List<WindowId> missing =
                    new OracleComparison(without, team.results().finals(RealTimeLoad.RUN)).missing();
            return missing.size() + " windows missing, first "
                    + missing.stream().limit(5).toList() + " of a run since "
                    + load.at(0).getEpochSecond();
        });
        awaitQuiet();
        Map<WindowId, List<WindowStats>> finals = team.results().finals(RealTimeLoad.RUN);
        WindowHistory history = new WindowHistory(team.results().records(RealTimeLoad.RUN));
        List<String> wrong = leftOut.isEmpty()
                ? new OracleComparison(all, finals).wrong()
                : new OracleComparison(all, finals).wrongUnless(without);
        System.out.println("row " + name + ": " + lines.size() + " events, "
                + load.lateLines().size() + " of them late; "
                + finals.size() + " final windows, " + wrong.size() + " wrong, in " + history.size()
                + " records; step result " + FaultScenario.seconds(judged) + " after the last event, everything "
                + FaultScenario.seconds(Duration.between(began, team.results().lastOutput())) + " after it");
        assertThat(wrong).as("wrong").isEmpty();
        assertThat(history.withdrawn()).as("taken back").isEmpty();
        if (!load.isLate()) {
            assertThat(history.writtenTooOften()).as("final more than twice").isEmpty();
        }
        assertThat(history.unchanged()).as("written for nothing").isEmpty();
        assertThat(OracleComparison.wrong(
                        all.step(), team.results().step(RealTimeLoad.RUN).orElseThrow()))
                .as("step")
                .isEmpty();
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    /** The last final record of each window of a length. */
    Map<WindowId, WindowStats> last(int seconds) {
        Map<WindowId, WindowStats> last = new HashMap<>();
        team.results().finals(RealTimeLoad.RUN).forEach((id, records) -> {
            if (id.seconds() == seconds) {
                last.put(id, records.get(records.size() - 1));
            }
        });
        return last;
    }
}
