package io.tidemark.archive;

import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads an archive with DuckDB, each row as the ledger tells its events. */
public final class ArchiveReader implements AutoCloseable {
    private final Connection duckdb;
    private final Path archive;

    public ArchiveReader(Path archive) throws SQLException {
        this.archive = archive;
        this.duckdb = DriverManager.getConnection("jdbc:duckdb:");
    }

    public List<Map<String, String>> all(String dataset) throws SQLException {
        return query("SELECT * FROM read_parquet('" + archive + "/" + dataset
                + "/**/*.parquet', hive_partitioning = true, union_by_name = true)");
    }

    public List<Map<String, String>> query(String sql) throws SQLException {
        try (Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData columns = rows.getMetaData();
            List<Map<String, String>> all = new ArrayList<>();
            while (rows.next()) {
                Map<String, String> row = new TreeMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(columns.getColumnName(i), text(rows.getObject(i)));
                }
                all.add(row);
            }
            return all;
        }
    }

    /** For statements that give no rows. */
    void run(String sql) throws SQLException {
        try (Statement statement = duckdb.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Object value) throws SQLException {
        if (value instanceof OffsetDateTime time) {
            return Instant.from(time).toString();
        }
        if (value instanceof Blob blob) {
            return HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof Array array) {
            List<String> items = new ArrayList<>();
            for (Object item : (Object[]) array.getArray()) {
                items.add(text(item));
            }
            return items.toString();
        }
        if (value instanceof Object[] array) {
            return Arrays.toString(array);
        }
        if (value instanceof Map<?, ?> map) {
            return new TreeMap<>(map).toString();
        }
        return String.valueOf(value);
    }

    @Override
    public void close() throws SQLException {
        duckdb.close();
    }
}
