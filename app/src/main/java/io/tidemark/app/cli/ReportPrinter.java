package io.tidemark.app.cli;

import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.report.ReportDocument;
import io.tidemark.app.report.ReportModel;
import io.tidemark.app.report.ReportReader;
import io.tidemark.app.report.ReportWriter;
import io.tidemark.app.report.VerdictJson;
import io.tidemark.app.report.document.Document;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes a report's files and says its verdict, as the options want it. */
final class ReportPrinter {
    private final Surroundings surroundings;
    private final ResultReader results;
    private final ReportOptions options;

    ReportPrinter(Surroundings surroundings, ResultReader results, ReportOptions options) {
        this.surroundings = surroundings;
        this.results = results;
        this.options = options;
    }

    /** A report on one run, in its own folder unless the options name another. */
    void print(RunKey run) {
        print(
                model(List.of(run)),
                options.out().orElse(surroundings.home().resolve("runs").resolve(run.run())));
    }

    ReportModel model(List<RunKey> runs) {
        return new ReportReader(results).runs(runs, surroundings.wallClock().instant());
    }

    void print(ReportModel read, Path folder) {
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
        Terminal terminal = surroundings.terminal();
        terminal.say("");
        DocumentOptions.print(surroundings, document);
        terminal.say("");
        ReportWriter.Written written = new ReportWriter().write(document, folder);
        terminal.say("  report: " + written.html() + "    (and "
                + written.markdown().getFileName() + ", " + written.charts().size()
                + (written.charts().size() == 1 ? " chart" : " charts") + " as SVG and PNG beside it)");
    }

    private void json(ReportModel model, Document document, Path folder) {
        Optional<Path> html = Optional.empty();
        try {
            html = Optional.of(new ReportWriter().write(document, folder).html());
        } finally {
            surroundings.terminal().say(VerdictJson.of(model, html));
        }
    }
}
