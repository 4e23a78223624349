package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.importers.vllm.bench.BenchRequest;
import io.tidemark.producer.tally.TargetFailure;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.reports.output.ReportDocument;
import io.tidemark.reports.output.ReportWriter;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says on standard error what a benchmark's block does not: what failed, how true the run is, and where everything lies. */
final class BenchPrinter {
    private static final int MAX_REASONS = 10;

    private final CommandContext context;
    private final ResultReader results;
    private final ReportOptions options;

    BenchPrinter(CommandContext context, ResultReader results, ReportOptions options) {
        this.context = context;
        this.results = results;
        this.options = options;
    }

    /** Gives the exit code: that of the run, or that of an unusable target when nothing succeeded. */
    ExitCode conclude(BenchSession.BenchResult done) {
        Terminal terminal = context.terminal();
        done.result().outcome().targetFailure().map(TargetFailure::description).ifPresent(terminal::warn);
        failures(done.report().requests()).forEach(terminal::warn);
        if (!options.quiet()) {
            report(done.result().key());
        }
        RunWarnings.of(done.result()).forEach(terminal::warn);
        done.file().ifPresent(file -> terminal.warn("  result: " + file));
        if (done.report().figures().completed() == 0) {
            terminal.warn("no request succeeded");
            return ExitCodeMapper.exitCode(done.result()).orWorse(ExitCode.INFRASTRUCTURE);
        }
        return ExitCodeMapper.exitCode(done.result());
    }

    private void report(RunKey run) {
        Document document = ReportDocument.of(
                new ReportReader(results).runs(List.of(run), context.wallClock().instant()));
        CommandContext aside = context.toStandardError();
        aside.terminal().printLine("");
        aside.terminal().printLine("  Tidemark's figures (a role chunk is no token):");
        DocumentOptions.print(aside, document);
        aside.terminal().printLine("");
        // A benchmark of seconds does not wait for charts that were not asked for.
        aside.terminal()
                .printLine("  report: "
                        + options.out()
                                .map(folder -> new ReportWriter()
                                        .write(document, folder)
                                        .html()
                                        .toString())
                                .orElse("tidemark report " + run.run()));
    }

    /** Failed requests in words: each reason once, with how many it made fail, the most frequent first; nothing if none failed. */
    static List<String> failures(List<BenchRequest> requests) {
        Map<String, Long> counts = requests.stream()
                .filter(request -> !request.success())
                .collect(Collectors.groupingBy(BenchRequest::error, TreeMap::new, Collectors.counting()));
        if (counts.isEmpty()) {
            return List.of();
        }
        long failed = counts.values().stream().mapToLong(Long::longValue).sum();
        List<String> lines = new ArrayList<>(List.of(failed + " requests failed, by what made each fail:"));
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MAX_REASONS)
                .forEach(reason -> lines.add("  " + reason.getValue() + " x " + reason.getKey()));
        if (counts.size() > MAX_REASONS) {
            lines.add("  and " + (counts.size() - MAX_REASONS) + " other reasons");
        }
        return lines;
    }
}
