package io.tidemark.app.cli.results;

import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        description = "List the newest runs of the store.",
        footer = {"  tidemark runs list", "  tidemark runs list --experiment h200 --limit 100"})
final class RunsListCommand implements Runnable {
    /** Characters of a result; a reason can be a server's whole answer. */
    private static final int MAX_RESULT = 80;

    private static final Note CUT = new Note("...", "tidemark runs show RUN has the whole reason");

    private final CommandContext context;

    @Option(names = "--team", paramLabel = "NAME", description = "Only runs of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--experiment", paramLabel = "NAME", description = "Only runs of this experiment.")
    private @Nullable String experiment;

    @Option(names = "--limit", paramLabel = "N", description = "How many runs at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    RunsListCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        OptionParser.requireAtLeast("--limit", limit, 1);
        RunFilter filter = filter();
        ResultReader results = store.open(context);
        List<RunRow> runs = runs(results, filter);
        if (json) {
            context.terminal().printLine(RunFacts.jsonList(runs));
        } else if (runs.isEmpty()) {
            context.terminal().printLine("no runs");
        } else {
            DocumentOptions.print(context, new Document("", "", List.of(table(results, runs)), List.of()));
        }
    }

    private RunFilter filter() {
        RunFilter ofTeam = team == null ? RunFilter.all() : RunFilter.team(OptionParser.team(team));
        return experiment == null ? ofTeam : ofTeam.experiment(experiment);
    }

    /** A store can hold tens of thousands of runs: without a filter it is asked for the newest alone. */
    private List<RunRow> runs(ResultReader results, RunFilter filter) {
        return filter.equals(RunFilter.all())
                ? results.latestRuns(limit)
                : results.runs(filter).stream().limit(limit).toList();
    }

    private Block.Table table(ResultReader results, List<RunRow> runs) {
        boolean teams = runs.stream().map(run -> run.key().team()).distinct().count() > 1;
        List<Block.Column> columns = Stream.of("run", "started", "team", "experiment / phase", "result", "held load")
                .filter(name -> teams || !name.equals("team"))
                .map(Block.Column::left)
                .toList();
        Map<RunKey, List<StepVerdictRow>> verdicts =
                results.verdicts(runs.stream().map(RunRow::key).toList());
        return new Block.Table(
                columns,
                runs.stream()
                        .map(run -> row(run, RunSummary.of(run, verdicts.getOrDefault(run.key(), List.of())), teams))
                        .toList());
    }

    private List<Cell> row(RunRow run, RunSummary summary, boolean withTeam) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(run.key().run()));
        cells.add(Cell.of(ValueText.age(
                Duration.between(run.started(), context.wallClock().instant()))));
        if (withTeam) {
            cells.add(Cell.of(run.key().team().name()));
        }
        cells.add(Cell.of(run.experiment() + " / " + run.phase() + (run.isProbe() ? ", probe" : "")));
        cells.add(whyNoResult(run)
                .map(reason -> shortened(reason, run.isRunning() ? Tone.PLAIN : Tone.DOUBT))
                .orElseGet(() -> VerdictFormat.cell(summary.verdict().orElse(Verdict.UNKNOWN), "")));
        cells.add(Cell.of(summary.loadKind()
                .map(kind -> LoadText.held(summary.capacity(), kind))
                .orElse("")));
        return cells;
    }

    private static Cell shortened(String text, Tone tone) {
        return text.length() <= MAX_RESULT
                ? new Cell(text, tone)
                : new Cell(text.substring(0, MAX_RESULT - CUT.mark().length()) + CUT.mark(), tone).noted(CUT);
    }

    /** Why a run that comparisons leave out has no result of its own; empty of one that counts. */
    private static Optional<String> whyNoResult(RunRow run) {
        return switch (run.status()) {
            case INVALID -> Optional.of("INVALID: " + String.join("; ", run.invalidReasons()));
            case ABORTED -> Optional.of("ABORTED: " + whyAborted(run));
            case RUNNING ->
                Optional.of(run.lost().map(lost -> "LOST: " + lost.reason()).orElse("still running"));
            case ENDED, UNKNOWN -> run.isProbe() ? Optional.of("judged by its search") : Optional.empty();
        };
    }

    /** Steps that a stop cut off have reasons of their own, which depend on the moment alone. */
    private static String whyAborted(RunRow run) {
        return run.notes()
                .targetFailure()
                .or(run.notes()::stopReason)
                .orElse(
                        run.invalidReasons().isEmpty()
                                ? "stopped before the end of its plan"
                                : String.join("; ", run.invalidReasons()));
    }
}
