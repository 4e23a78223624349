package io.tidemark.importers.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rows of a CSV file by the names in its first line (RFC 4180: quotes, doubled quotes, line ends in quotes). */
public final class CsvReader {
    private final String text;
    private final char separator;
    private int at;
    private int line = 1;

    private CsvReader(String text) {
        this.text = text;
        String first = text.substring(0, text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n'));
        this.separator = first.indexOf(',') < 0 && first.indexOf(';') >= 0 ? ';' : ',';
    }

    /** Names in the first line, in lower case. */
    public static List<String> header(String text) {
        return new CsvReader(text).names();
    }

    /** @throws InvalidFileException for a row with more fields than names, or a quote that does not end */
    public static List<CsvRow> rows(String file, String text) {
        CsvReader csv = new CsvReader(text);
        List<String> names = csv.names();
        List<CsvRow> rows = new ArrayList<>();
        while (csv.at < text.length()) {
            int line = csv.line;
            List<String> values = csv.fields(file);
            if (values.size() == 1 && values.get(0).isBlank()) {
                continue;
            }
            rows.add(new CsvRow(file, line, named(file, line, names, values)));
        }
        if (rows.isEmpty()) {
            throw new InvalidFileException(file + ": has a header and no row");
        }
        return rows;
    }

    private static Map<String, String> named(String file, int line, List<String> names, List<String> values) {
        if (values.size() > names.size()) {
            throw new InvalidFileException(file + ":" + line + " must have " + names.size()
                    + " fields, as the header has, but has " + values.size());
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            row.put(names.get(i), values.get(i).strip());
        }
        return row;
    }

    private List<String> names() {
        return fields("").stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    private List<String> fields(String file) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        int from = line;
        boolean quoted = false;
        while (at < text.length()) {
            char c = text.charAt(at++);
            line += c == '\n' ? 1 : 0;
            if (c == '"') {
                boolean doubled = quoted && at < text.length() && text.charAt(at) == '"';
                if (doubled) {
                    field.append(c);
                    at++;
                } else {
                    quoted = !quoted;
                }
            } else if (quoted || (c != separator && c != '\n' && c != '\r')) {
                field.append(c);
            } else if (c == separator) {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c == '\n') {
                fields.add(field.toString());
                return fields;
            }
        }
        if (quoted) {
            throw new InvalidFileException(file + ":" + from + " has a quote that does not end");
        }
        fields.add(field.toString());
        return fields;
    }
}
