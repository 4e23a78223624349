package io.tidemark.producer.arrivals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads traces with the header {@code TIMESTAMP,ContextTokens,GeneratedTokens} (AzurePublicDataset, LLM inference traces). */
final class AzureTraceReader {
    private static final String HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens";

    private AzureTraceReader() {}

    /**
     * The first rows.
     *
     * @throws IllegalArgumentException naming file and line of a row that is not as it should be, or goes back in time
     */
    static List<TraceRow> read(Path file, int mostRows) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            require(HEADER.equals(strip(lines.readLine())), file + ":1 must be the header " + HEADER);
            return rows(lines, file, mostRows);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the trace " + file, e);
        }
    }

    private static List<TraceRow> rows(BufferedReader lines, Path file, int mostRows) throws IOException {
        List<TraceRow> rows = new ArrayList<>();
        LocalDateTime first = null;
        long before = 0;
        for (String line = lines.readLine(); line != null && rows.size() < mostRows; line = lines.readLine()) {
            String where = file + ":" + (rows.size() + 2);
            String[] cells = line.strip().split(",", -1);
            require(cells.length == 3, where + " must have 3 columns but was \"" + line + "\"");
            LocalDateTime at = time(cells[0], where);
            first = first == null ? at : first;
            long offset = ChronoUnit.NANOS.between(first, at);
            require(offset >= before, where + " must not go back in time");
            rows.add(new TraceRow(offset, tokens(cells[1], where), tokens(cells[2], where)));
            before = offset;
        }
        require(!rows.isEmpty(), file + " must have at least one row");
        return rows;
    }

    /** In UTC, with its offset (2024) or without one (2023). */
    private static LocalDateTime time(String cell, String where) {
        try {
            TemporalAccessor at = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                    cell.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
            return at instanceof OffsetDateTime offset
                    ? offset.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                    : LocalDateTime.from(at);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    where + " must begin with a time such as 2023-11-16 18:15:46.6805900 but was " + cell, e);
        }
    }

    private static int tokens(String cell, String where) {
        require(cell.matches("\\d{1,9}"), where + " must have whole numbers of tokens but was " + cell);
        return Math.max(1, Integer.parseInt(cell));
    }

    private static String strip(@Nullable String line) {
        return line == null ? "" : line.strip().replace("\uFEFF", "");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
