package io.tidemark.app.cli;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.ShellWords;
import io.tidemark.app.Surroundings;
import io.tidemark.app.compare.ComparedSide;
import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.ComparisonDocument;
import io.tidemark.app.compare.SideChoice;
import io.tidemark.app.run.PhaseOrder;
import io.tidemark.app.run.RunResult;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a sequence of runs of several phases came to. If it is closed before its end, it says how far it came and which command compares what was
 * measured. Thread-safe: a process that is told to stop closes it from another thread.
 */
final class PhaseSequence implements AutoCloseable {
    private final Surroundings surroundings;
    private final PhaseOrder order;
    private final String base;
    private final List<String> storeArguments;

    /** Ids of runs by phase; the base first, the others as they ran. */
    private final Map<String, List<String>> runs = new LinkedHashMap<>();

    private final List<String> failures = new ArrayList<>();
    private int count;
    private boolean told;

    /** @param storeArguments options that name the store to another command */
    PhaseSequence(Surroundings surroundings, PhaseOrder order, String base, List<String> storeArguments) {
        this.surroundings = surroundings;
        this.order = order;
        this.base = base;
        this.storeArguments = storeArguments;
        runs.put(base, new ArrayList<>());
    }

    /** Notes a run that ended, whatever it came to. */
    synchronized void ended(PhaseOrder.Turn turn, RunResult result) {
        count++;
        runs.computeIfAbsent(turn.phase(), phase -> new ArrayList<>())
                .add(result.key().run());
        ExitCode code = result.exitCode();
        if (code == ExitCode.RUN_INVALID || code == ExitCode.INFRASTRUCTURE) {
            failures.add("run %d, phase %s, block %d: %s (%s); tidemark report %s"
                    .formatted(
                            turn.number(),
                            turn.phase(),
                            turn.block(),
                            result.outcome().status(),
                            code.meaning(),
                            result.key().run()));
        }
    }

    /** Says what failed, compares the phases with the base, and names the commands that do so again. */
    synchronized void conclude(ResultReader results) {
        told = true;
        surroundings
                .terminal()
                .sayf("%n  %d of %d runs ended", count, order.turns().size());
        failures.forEach(words -> surroundings.terminal().warn("failed: " + words));
        candidates().forEach(candidate -> compare(results, candidate));
        sayCommands();
    }

    @Override
    public synchronized void close() {
        if (told) {
            return;
        }
        told = true;
        surroundings
                .terminal()
                .warn("the sequence stopped after %d of %d runs"
                        .formatted(count, order.turns().size()));
        failures.forEach(words -> surroundings.terminal().warn("failed: " + words));
        sayCommands();
    }

    private void compare(ResultReader results, String candidate) {
        try {
            Comparison comparison = results.inSnapshot(snapshot -> comparison(snapshot, candidate));
            surroundings.terminal().say("");
            DocumentOptions.print(surroundings, ComparisonDocument.of(comparison, ComparisonDocument.Detail.TELLING));
        } catch (CommandException e) {
            surroundings.terminal().warn(candidate + " is not compared with " + base + ": " + e.getMessage());
        }
    }

    private Comparison comparison(ResultReader snapshot, String candidate) {
        SideChoice choice = new SideChoice(snapshot, SideChoice.Narrowing.NONE);
        List<ComparedSide> sides = List.of(side(choice, base), side(choice, candidate));
        ComparisonPolicy policy = ComparisonPolicy.DEFAULT;
        return Comparison.of(
                sides,
                policy,
                Comparison.Unlike.REFUSED,
                choice.learned(sides, policy),
                surroundings.wallClock().instant());
    }

    private ComparedSide side(SideChoice choice, String phase) {
        ComparedSide side = choice.side(ids(phase));
        return new ComparedSide(phase, side.runs(), side.leftOut(), side.invalid());
    }

    private void sayCommands() {
        candidates().forEach(candidate -> {
            List<String> command = new ArrayList<>(List.of("tidemark", "compare", ids(base), ids(candidate)));
            command.addAll(storeArguments);
            surroundings.terminal().sayf("  compare %s with %s:  %s", candidate, base, ShellWords.joined(command));
        });
    }

    /** Phases that can be compared with the base. */
    private List<String> candidates() {
        return ids(base).isEmpty()
                ? List.of()
                : runs.keySet().stream().filter(phase -> !phase.equals(base)).toList();
    }

    private String ids(String phase) {
        return String.join(",", runs.getOrDefault(phase, List.of()));
    }
}
