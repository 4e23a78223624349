package io.tidemark.bench.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tables as one JSON file, {@code {"name": [{"column": value}]}}: a number where a cell is one. Not thread-safe. */
public final class JsonResultFile {
    private final JsonMapper json = new JsonMapper();
    private final ObjectNode all = json.createObjectNode();

    void add(String name, ResultTable table) {
        ArrayNode rows = all.putArray(name);
        List<String> header = table.rows().get(0);
        for (List<String> row : table.rows().subList(1, table.rows().size())) {
            ObjectNode one = rows.addObject();
            for (int column = 0; column < header.size(); column++) {
                put(one, header.get(column), row.get(column));
            }
        }
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, json.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
    }

    private static void put(ObjectNode row, String name, String cell) {
        String digits = cell.replace(",", "");
        if (digits.matches("-?\\d+(\\.\\d+)?")) {
            row.put(name, new BigDecimal(digits));
        } else {
            row.put(name, cell);
        }
    }
}
