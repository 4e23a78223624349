package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.reports.output.ReportDocument;
import io.tidemark.reports.output.ReportWriter;
import io.tidemark.reports.output.VerdictJson;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes a report's files and says its verdict, as the options want it. */
public final class ReportPrinter {
    /** With two empty lines, the line of the report and two warnings these are 29 lines after a run. */
    public static final int MAX_LINES = 24;

    private static final int MAX_WARNINGS = 2;

    private final CommandContext context;
    private final ResultReader results;
    private final ReportOptions options;

    public ReportPrinter(CommandContext context, ResultReader results, ReportOptions options) {
        this.context = context;
        this.results = results;
        this.options = options;
    }

    /** A report on one run, in its own folder unless the options name another. */
    public void print(RunKey run) {
        print(model(List.of(run)), folder(run.run()));
    }

    /** Of a report on runs: that of the first, unless the options name another. */
    public Path folder(String first) {
        return options.out().orElseGet(() -> context.inHome("runs").resolve(first));
    }

    public ReportModel model(List<RunKey> runs) {
        return new ReportReader(results).runs(runs, context.wallClock().instant());
    }

    public void print(ReportModel read, Path folder) {
        ReportModel model = options.smoke() ? read.asSmokeTest() : read;
        Document document = ReportDocument.of(model);
        if (options.json()) {
            json(model, document, folder);
        } else {
            text(document, folder);
        }
    }

    /** The verdict comes first: whatever becomes of the files, it is what a run of hours was for. */
    private void text(Document document, Path folder) {
        Terminal terminal = context.terminal();
        if (options.isVerdictOnly()) {
            terminal.printLine(document.headline());
            new ReportWriter().write(document, folder);
            return;
        }
        terminal.printLine("");
        if (options.verbose()) {
            DocumentOptions.print(context, document);
        } else {
            DocumentOptions.printSummary(context, document, MAX_LINES);
        }
        terminal.printLine("");
        ReportWriter.Written written = new ReportWriter().write(document, folder);
        terminal.printLine("  report: " + written.html() + "    (and "
                + written.markdown().getFileName() + ", "
                + ValueText.count(written.charts().size(), "chart")
                + " as SVG and PNG beside it)");
    }

    /** What follows a report on standard error: the first warnings and the number of the others, or all of them. */
    public void warn(List<String> warnings) {
        Terminal terminal = context.terminal();
        if (options.verbose() || warnings.size() <= MAX_WARNINGS) {
            warnings.forEach(terminal::warn);
            return;
        }
        warnings.subList(0, MAX_WARNINGS - 1).forEach(terminal::warn);
        terminal.warn((warnings.size() - MAX_WARNINGS + 1) + " more warnings; --verbose shows them");
    }

    private void json(ReportModel model, Document document, Path folder) {
        Optional<Path> html = Optional.empty();
        try {
            html = Optional.of(new ReportWriter().write(document, folder).html());
        } finally {
            context.terminal().printLine(VerdictJson.of(model, html));
        }
    }
}
