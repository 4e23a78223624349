package io.tidemark.app.cli.measure;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.RunResult;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.document.ComparisonDocument;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.servers.process.ShellWords;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a sequence of runs of several phases came to. If it is closed before its end, it says how far it came and which command compares what was
 * measured. Thread-safe: a process that is asked to stop closes it from another thread.
 */
final class PhaseSequenceResult implements AutoCloseable {
    private final CommandContext context;
    private final PhaseOrder order;
    private final String base;
    private final List<String> storeArguments;
    private final boolean verbose;

    /** Ids of runs by phase; the base first, the others as they ran. */
    private final Map<String, List<String>> runs = new LinkedHashMap<>();

    private final List<String> failures = new ArrayList<>();
    private int count;
    private boolean concluded;

    /**
     * @param storeArguments options that name the store to another command
     * @param verbose whether comparisons are shown as a whole
     */
    PhaseSequenceResult(
            CommandContext context, PhaseOrder order, String base, List<String> storeArguments, boolean verbose) {
        this.context = context;
        this.order = order;
        this.base = base;
        this.storeArguments = storeArguments;
        this.verbose = verbose;
        runs.put(base, new ArrayList<>());
    }

    /** Notes a run that ended, whatever it came to. */
    synchronized void addRun(PhaseOrder.ScheduledRun turn, RunResult result) {
        count++;
        runs.computeIfAbsent(turn.phase(), phase -> new ArrayList<>())
                .add(result.key().run());
        ExitCode code = ExitCodeMapper.exitCode(result);
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
        concluded = true;
        context.terminal()
                .printFormatted("%n  %d of %d runs ended", count, order.runs().size());
        failures.forEach(description -> context.terminal().warn("failed: " + description));
        candidates().forEach(candidate -> compare(results, candidate));
        printCommands();
    }

    @Override
    public synchronized void close() {
        if (concluded) {
            return;
        }
        concluded = true;
        context.terminal()
                .warn("the sequence stopped after %d of %d runs"
                        .formatted(count, order.runs().size()));
        failures.forEach(description -> context.terminal().warn("failed: " + description));
        printCommands();
    }

    private void compare(ResultReader results, String candidate) {
        try {
            Comparison comparison = results.inSnapshot(snapshot -> comparison(snapshot, candidate));
            context.terminal().printLine("");
            Document document = ComparisonDocument.of(comparison, ComparisonDocument.Detail.SIGNIFICANT);
            if (verbose) {
                DocumentOptions.print(context, document);
            } else {
                DocumentOptions.printSummary(context, document, ReportPrinter.MAX_LINES);
            }
        } catch (OperationException e) {
            context.terminal().warn(candidate + " is not compared with " + base + ": " + e.getMessage());
        }
    }

    private Comparison comparison(ResultReader snapshot, String candidate) {
        SideSelector choice = new SideSelector(snapshot, SideSelector.SideFilter.NONE);
        List<ComparedSide> sides = List.of(side(choice, base), side(choice, candidate));
        ComparisonPolicy policy = ComparisonPolicy.DEFAULT;
        return Comparison.of(
                sides,
                policy,
                Comparison.MismatchPolicy.REFUSED,
                choice.runVariance(sides, policy),
                context.wallClock().instant());
    }

    private ComparedSide side(SideSelector choice, String phase) {
        ComparedSide side = choice.side(ids(phase));
        return new ComparedSide(phase, side.runs(), side.excluded(), side.invalid());
    }

    private void printCommands() {
        candidates().forEach(candidate -> {
            List<String> command = new ArrayList<>(List.of("tidemark", "compare", ids(base), ids(candidate)));
            command.addAll(storeArguments);
            context.terminal().printFormatted("  compare %s with %s:  %s", candidate, base, ShellWords.join(command));
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
