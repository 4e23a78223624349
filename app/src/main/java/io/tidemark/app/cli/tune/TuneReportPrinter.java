package io.tidemark.app.cli.tune;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.output.ReportWriter;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneReportReader;
import io.tidemark.reports.tune.document.TuneDocument;
import io.tidemark.reports.tune.document.TuneJson;
import io.tidemark.reports.tune.document.TuneReportFiles;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.nio.file.Path;

/** Writes the files of a tune's report and says its answer. */
final class TuneReportPrinter {
    private final CommandContext context;
    private final ResultReader results;

    TuneReportPrinter(CommandContext context, ResultReader results) {
        this.context = context;
        this.results = results;
    }

    /** Where a tune's report is by default. */
    Path folder(TuneRow tune) {
        return context.home().resolve("tunes").resolve(tune.tune().replaceAll("[^A-Za-z0-9._-]+", "-"));
    }

    /** The answer in at most so many lines as a report has, or all of it; then where the files are. */
    void print(TuneRow tune, Path folder, boolean verbose) {
        TuneReport report = read(tune);
        Document document = TuneDocument.of(report);
        context.terminal().printLine("");
        if (verbose) {
            DocumentOptions.print(context, document);
        } else {
            DocumentOptions.printSummary(context, document, ReportPrinter.MAX_LINES);
        }
        context.terminal().printLine("");
        ReportWriter.Written written = TuneReportFiles.write(report, document, folder);
        context.terminal()
                .printLine("  report: " + written.html() + "    (and "
                        + written.markdown().getFileName() + ", "
                        + TuneReportFiles.RECOMMENDED + ", " + TuneReportFiles.CSV + ", " + TuneReportFiles.JSON
                        + " beside it)");
    }

    /** All of it as one JSON object. */
    void printJson(TuneRow tune, Path folder) {
        TuneReport report = read(tune);
        ReportWriter.Written written = TuneReportFiles.write(report, TuneDocument.of(report), folder);
        ObjectNode json = TuneJson.of(report);
        json.put("report", written.html().toString());
        context.terminal().printLine(json.toString());
    }

    private TuneReport read(TuneRow tune) {
        return new TuneReportReader(results).read(tune, context.wallClock().instant());
    }
}
