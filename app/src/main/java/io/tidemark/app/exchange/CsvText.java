package io.tidemark.app.exchange;

import java.util.List;
import java.util.stream.Collectors;

/** Lines of CSV files, RFC 4180: what holds a comma, a quote or a line end is quoted. */
final class CsvText {
    private CsvText() {}

    static String line(List<String> fields) {
        return fields.stream().map(CsvText::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
