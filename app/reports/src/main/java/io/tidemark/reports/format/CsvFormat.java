package io.tidemark.reports.format;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lines of CSV files, RFC 4180: what holds a comma, a quote or a line end is quoted. A text that a spreadsheet would take for a formula has an
 * apostrophe before it (OWASP, CSV injection): names of models, phases and errors come from others.
 */
public final class CsvFormat {
    private static final String FORMULA_STARTS = "=+-@\t\r";
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.]+([eE][+-]?[0-9]+)?");

    private CsvFormat() {}

    public static String line(List<String> fields) {
        return fields.stream().map(CsvFormat::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** A line of its columns' names, then its rows. */
    public static String table(Block.Table table) {
        Stream<List<String>> head =
                Stream.of(table.columns().stream().map(Block.Column::name).toList());
        return Stream.concat(
                        head,
                        table.rows().stream()
                                .map(row -> row.stream().map(Cell::text).toList()))
                .map(CsvFormat::line)
                .collect(Collectors.joining());
    }

    private static String quoted(String given) {
        String field = isFormula(given) ? "'" + given : given;
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    private static boolean isFormula(String field) {
        return !field.isEmpty()
                && FORMULA_STARTS.indexOf(field.charAt(0)) >= 0
                && !NUMBER.matcher(field).matches();
    }
}
