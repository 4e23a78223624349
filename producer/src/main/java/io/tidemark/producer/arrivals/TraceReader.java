package io.tidemark.producer.arrivals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads traces of either form: JSON lines if the file begins as JSON does, else the CSV of {@link AzureTraceReader}. */
public final class TraceReader {
    private TraceReader() {}

    /**
     * The first rows.
     *
     * @throws IllegalArgumentException naming file and line of a row that is not as it should be, or goes back in time
     */
    public static List<TraceRow> read(Path file, int mostRows) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            return "{[".indexOf(lines.read()) >= 0
                    ? JsonTraceReader.read(file, mostRows)
                    : AzureTraceReader.read(file, mostRows);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the trace " + file, e);
        }
    }
}
