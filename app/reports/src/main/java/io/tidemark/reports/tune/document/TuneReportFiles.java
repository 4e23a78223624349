package io.tidemark.reports.tune.document;

import io.tidemark.analysis.sweep.MeasuredPhase;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.format.CsvFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.output.DocumentWriter;
import io.tidemark.reports.output.ReportWriter;
import io.tidemark.reports.tune.TrialFacts;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import java.nio.file.Path;
import java.util.Locale;

/** The folder of a tune's report. */
public final class TuneReportFiles {
    /** The recommended flags. */
    public static final String RECOMMENDED = "recommended.yaml";

    /** A row for each start. */
    public static final String CSV = "tune.csv";

    /** All of it, for machines. */
    public static final String JSON = "tune.json";

    private TuneReportFiles() {}

    /**
     * Writes {@code report.html}, {@code report.md}, the charts, {@value #RECOMMENDED}, {@value #CSV} and {@value #JSON}; makes the folder if it is
     * missing, and replaces what is there under these names.
     *
     * @throws java.io.UncheckedIOException if a file cannot be written
     */
    public static ReportWriter.Written write(TuneReport report, Document document, Path folder) {
        ReportWriter.Written written = new ReportWriter().write(document, folder);
        DocumentWriter.write(folder.resolve(RECOMMENDED), RecommendedYaml.of(report));
        DocumentWriter.write(folder.resolve(CSV), csv(report));
        DocumentWriter.write(folder.resolve(JSON), TuneJson.of(report).toPrettyString() + "\n");
        return written;
    }

    /** A tune as CSV (RFC 4180): a row for each start, a column {@code flag.NAME} for each flag that differs. Seconds, and loads per second. */
    private static String csv(TuneReport report) {
        Columns<TuneStart> columns = new Columns<TuneStart>()
                .right("start", start -> Integer.toString(start.trial().number()))
                .right("block", start -> Integer.toString(start.trial().block()))
                .left("purpose", start -> start.trial().purpose())
                .left("configuration", start -> start.trial().phase())
                .left("load", start -> start.trial().facts().getOrDefault(TrialFacts.LOAD, ""));
        report.flags()
                .names()
                .forEach(flag -> columns.left(
                        "flag." + flag, start -> start.trial().flags().getOrDefault(flag, MeasuredPhase.DEFAULT)));
        columns.left("status", start -> start.trial().status().name())
                .left("failure", start -> start.trial().failure())
                .left("began", start -> start.trial().started().toString())
                .left(
                        "ended",
                        start -> start.trial().ended().map(Object::toString).orElse(""))
                .right(
                        "startup_seconds",
                        start -> ValueFormat.known(start.trial().startupSeconds(), Double::toString))
                .right(
                        "first_request_seconds",
                        start -> ValueFormat.known(start.trial().firstRequestSeconds(), Double::toString))
                .right("held_up_to", start -> ValueFormat.known(start.trial().heldUpTo(), Double::toString))
                .right("fails_from", start -> ValueFormat.known(start.trial().failsFrom(), Double::toString))
                .right(
                        report.goal().name().toLowerCase(Locale.ROOT),
                        start -> ValueFormat.known(report.value(start), Double::toString))
                .left("version", TuneStart::version)
                .right(
                        "kv_capacity_tokens",
                        start -> start.trial().facts().getOrDefault(TrialFacts.KV_CAPACITY_TOKENS, ""))
                .left("runs", start -> String.join(" ", start.trial().runs()))
                .left("command", start -> start.trial().command())
                .left("description", start -> start.trial().description());
        return CsvFormat.table(columns.table(report.starts()));
    }
}
