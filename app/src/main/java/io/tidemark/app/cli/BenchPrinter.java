package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.bench.Bench;
import io.tidemark.app.report.ReportDocument;
import io.tidemark.app.report.ReportReader;
import io.tidemark.app.report.ReportWriter;
import io.tidemark.app.report.document.Document;
import io.tidemark.producer.run.TargetFailure;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunKey;
import java.nio.file.Path;
import java.util.List;

/** Says on standard error what a benchmark's block does not: what failed, how true the run is, and where everything lies. */
final class BenchPrinter {
    private final Surroundings surroundings;
    private final ResultReader results;
    private final ReportOptions options;

    BenchPrinter(Surroundings surroundings, ResultReader results, ReportOptions options) {
        this.surroundings = surroundings;
        this.results = results;
        this.options = options;
    }

    /** Gives the exit code: that of the run, or that of an unusable target when nothing succeeded. */
    ExitCode conclude(Bench.Done done) {
        Terminal terminal = surroundings.terminal();
        done.result().outcome().targetFailure().map(TargetFailure::words).ifPresent(terminal::warn);
        BenchFailures.lines(done.report().requests()).forEach(terminal::warn);
        if (!options.quiet()) {
            report(done.result().key());
        }
        RunWarnings.of(done.result()).forEach(terminal::warn);
        done.file().ifPresent(file -> terminal.warn("  result: " + file));
        if (done.report().figures().completed() == 0) {
            terminal.warn("no request succeeded");
            return done.result().exitCode().orWorse(ExitCode.INFRASTRUCTURE);
        }
        return done.result().exitCode();
    }

    private void report(RunKey run) {
        Document document = ReportDocument.of(new ReportReader(results)
                .runs(List.of(run), surroundings.wallClock().instant()));
        Path folder = options.out().orElse(surroundings.home().resolve("runs").resolve(run.run()));
        Surroundings aside = surroundings.aside();
        aside.terminal().say("");
        DocumentOptions.print(aside, document);
        aside.terminal().say("");
        aside.terminal()
                .say("  report: " + new ReportWriter().write(document, folder).html());
    }
}
