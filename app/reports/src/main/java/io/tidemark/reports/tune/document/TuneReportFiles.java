package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Document;
import io.tidemark.reports.output.DocumentWriter;
import io.tidemark.reports.output.ReportWriter;
import io.tidemark.reports.tune.TuneReport;
import java.nio.file.Path;

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
        DocumentWriter.write(folder.resolve(CSV), TuneCsv.of(report));
        DocumentWriter.write(folder.resolve(JSON), TuneJson.of(report).toPrettyString() + "\n");
        return written;
    }
}
