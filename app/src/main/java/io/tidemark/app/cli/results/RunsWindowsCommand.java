package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.RecomputedWindow;
import io.tidemark.reports.model.WindowRecomputation;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.SketchQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "windows",
        description = {
            "Recompute the percentiles of a metric of a run, for all of its time or for windows of any length.",
            "They are merged from the sketches of minutes while these are kept, and of hours after that."
        },
        footer = {
            "  tidemark runs windows 01JD8Z6K3M5TQX9V2R7C0WHB4N tpot",
            "  tidemark runs windows 01JD8Z6K3M5TQX9V2R7C0WHB4N --every 1h --from 2026-11-20T08:00:00Z"
        })
final class RunsWindowsCommand implements Runnable {
    private static final String ALL_REQUESTS =
            "Windows hold the values of all requests, also of warm-up and cool-down; results of steps hold those of the measured part.";

    private final CommandContext context;

    @Parameters(index = "0", paramLabel = "RUN", description = "Id of the run.")
    private String id = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "METRIC",
            defaultValue = "ttft",
            description = "Such as ttft, itl or e2e_due. Default: ${DEFAULT-VALUE}.")
    private String metric = "ttft";

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "Length of the windows, such as 5m, 1h or 1d. Default: one of all the time.")
    private @Nullable Duration every;

    @Option(names = "--from", paramLabel = "TIME", description = "Only what begins then or later.")
    private @Nullable Instant from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only what ends then or before.")
    private @Nullable Instant to;

    @Option(names = "--step", paramLabel = "N", description = "Only of this step, from 1.")
    private @Nullable Integer step;

    @Option(names = "--target", paramLabel = "NAME", description = "Only of this target.")
    private @Nullable String target;

    @Option(names = "--class", paramLabel = "NAME", description = "Class of requests. Default: all together.")
    private String requestClass = RequestClass.ALL;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    RunsWindowsCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        WindowRecomputation windows =
                OptionParser.parse("--every ", () -> new WindowRecomputation(Optional.ofNullable(every)));
        Metric wanted = OptionParser.parse("", () -> Metric.parse(metric));
        if (from != null && to != null && !from.isBefore(to)) {
            throw new InvalidInputException("--from must be before --to " + to + " but was " + from);
        }
        if (step != null && step < 1) {
            throw new InvalidInputException("--step must be at least 1 but was " + step);
        }
        RunKey run = store.open(context).inSnapshot(results -> scan(results, wanted, windows));
        if (json) {
            context.terminal().printLine(json(run, wanted, windows.windows()));
        } else {
            print(windows);
        }
    }

    private RunKey scan(ResultReader results, Metric wanted, WindowRecomputation windows) {
        RunKey run = RunFacts.row(results, id).key();
        SketchQuery query = SketchQuery.of(run, wanted)
                .requestClass(requestClass)
                .between(from == null ? Instant.MIN : from, to == null ? Instant.MAX : to);
        query = step == null ? query : query.step(StepNumber.index(step));
        query = target == null ? query : query.target(target);
        results.scanSketches(query, windows);
        return run;
    }

    private void print(WindowRecomputation windows) {
        if (windows.windows().isEmpty()) {
            context.terminal()
                    .printLine("the store has no sketches of " + metric + " there: no values, or past their retention");
            return;
        }
        List<Block> blocks = new ArrayList<>(List.of(
                new Block.Table(
                        List.of(
                                Column.right("step"),
                                Column.left("target"),
                                Column.left("from"),
                                Column.left("to"),
                                Column.right("count"),
                                Column.left("p50 / p90 / p95 / p99")),
                        windows.windows().stream().map(RunsWindowsCommand::row).toList()),
                Block.muted(ALL_REQUESTS)));
        if (windows.hoursWithoutMinutes() > 0) {
            blocks.add(Block.muted("Shown whole, as their minutes are past their retention: "
                    + ValueText.count(windows.hoursWithoutMinutes(), "hour") + "."));
        }
        DocumentOptions.print(context, new Document("", "", blocks, List.of()));
    }

    private static List<Cell> row(RecomputedWindow window) {
        LogHistogram sketch = window.sketch();
        return Stream.of(
                        Integer.toString(StepNumber.of(window.step())),
                        window.target(),
                        window.start().toString(),
                        window.end().toString(),
                        ValueText.count(sketch.count()),
                        ValueFormat.latencies(LongStream.of(
                                sketch.quantile(0.5),
                                sketch.quantile(0.9),
                                sketch.quantile(0.95),
                                sketch.quantile(0.99))))
                .map(Cell::of)
                .toList();
    }

    private static String json(RunKey run, Metric metric, List<RecomputedWindow> windows) {
        ObjectNode root = JsonNodeFactory.instance
                .objectNode()
                .put("run", run.run())
                .put("team", run.team().name())
                .put("metric", metric.id());
        ArrayNode array = root.putArray("windows");
        windows.forEach(window -> put(array.addObject(), window));
        return root.toString();
    }

    private static void put(ObjectNode node, RecomputedWindow window) {
        LogHistogram sketch = window.sketch();
        node.put("step", StepNumber.of(window.step()))
                .put("target", window.target())
                .put("from", window.start().toString())
                .put("to", window.end().toString())
                .put("finality", window.finality().name())
                .put("count", sketch.count())
                .put("sumNanos", sketch.sum())
                .put("minNanos", sketch.min().orElseThrow())
                .put("p50Nanos", sketch.quantile(0.5))
                .put("p90Nanos", sketch.quantile(0.9))
                .put("p95Nanos", sketch.quantile(0.95))
                .put("p99Nanos", sketch.quantile(0.99))
                .put("maxNanos", sketch.max().orElseThrow());
    }
}
