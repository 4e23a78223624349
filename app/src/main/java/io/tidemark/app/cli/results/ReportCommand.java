package io.tidemark.app.cli.results;

import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.ExperimentRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark report}: looks at what is stored, also while a run is on. */
@Command(
        name = "report",
        description = {"Report on runs of the store, also during a run."},
        footer = {
            "  tidemark report                      the newest experiment, newest run of each phase",
            "  tidemark report 01JD8Z6K3M5TQX9V2R7C0WHB4N --out report"
        })
public final class ReportCommand implements Runnable {
    private final CommandContext context;

    @Mixin
    private final ReportOptions options = new ReportOptions();

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "Run ids. Default: the newest experiment.")
    private List<String> runs = List.of();

    @Option(names = "--experiment", description = "The newest run of each phase of this experiment.")
    private @Nullable String experiment;

    public ReportCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        ResultReader results = options.store().open(context);
        ReportPrinter printer = new ReportPrinter(context, results, options);
        if (!runs.isEmpty()) {
            ReportModel chosen = printer.model(
                    runs.stream().map(run -> RunFacts.row(results, run).key()).toList());
            printer.print(chosen, printer.folder(runs.get(0)));
            return;
        }
        ReportModel model = newest(results);
        printer.print(
                model, options.out().orElseGet(() -> context.inHome("reports").resolve(fileName(model))));
    }

    /** That of the run which {@code runs list} has first. */
    private ReportModel newest(ResultReader results) {
        RunFilter filter =
                experiment == null ? RunFilter.all() : RunFilter.all().experiment(experiment);
        return results.runs(filter, new RunPage(Optional.empty(), 1)).stream()
                .findFirst()
                .flatMap(run -> new ReportReader(results)
                        .experiment(
                                run.key().team(),
                                run.experiment(),
                                context.wallClock().instant()))
                .orElseThrow(() -> new InvalidInputException(
                        experiment == null
                                ? "the store holds no run yet"
                                : "the store holds no experiment \"" + experiment + "\"; it holds: "
                                        + results.experiments().stream()
                                                .map(ExperimentRow::experiment)
                                                .toList()));
    }

    private static String fileName(ReportModel model) {
        return model.experiment().replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
