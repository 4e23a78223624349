package io.tidemark.app.cli.tune;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark tune report}: what a tune found, also while it is running. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Report what a tune found, also while it is running.",
            "The folder has report.html, report.md, recommended.yaml (flags, command, Helm values), tune.csv and tune.json."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark tune report                 the newest tune",
            "  tidemark tune report 01JD8Z6K3M5TQX9V2R7C0WHB4N --out night"
        })
final class TuneReportCommand implements Runnable {
    private final CommandContext context;

    @Parameters(arity = "0..1", paramLabel = "TUNE", description = "Id of the tune. Default: the newest.")
    private @Nullable String tune;

    @Option(names = "--team", paramLabel = "NAME", description = "Only tunes of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--out", paramLabel = "FOLDER", description = "Folder of the report. Default: <home>/tunes/<TUNE>.")
    private @Nullable Path out;

    @Option(names = "--verbose", description = "Print every configuration and reason, not a summary.")
    private boolean verbose;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    TuneReportCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        ResultReader results = store.open(context);
        TuneRow chosen =
                TuneLookup.one(results, Optional.ofNullable(team).map(OptionParser::team), Optional.ofNullable(tune));
        TuneReportPrinter printer = new TuneReportPrinter(context, results);
        Path folder = Optional.ofNullable(out).orElseGet(() -> printer.folder(chosen));
        if (json) {
            printer.printJson(chosen, folder);
        } else {
            printer.print(chosen, folder, verbose);
        }
    }
}
