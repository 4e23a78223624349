package io.tidemark.sinks.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreDocContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreDocTest extends StoreDocContract {
    private static final String BEGIN = "<!-- tables: written by StoreDocTest with -Dtidemark.docs.write=true -->\n";
    private static final String END = "<!-- end of tables -->";

    @TempDir
    private Path folder;

    @Override
    protected ResultStore open() {
        return SqliteStore.open(folder.resolve("tidemark.db"));
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("tidemark.db"));
    }

    @Test
    void thePageListsEveryColumnOfEveryTable() throws Exception {
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String expected = before + tables() + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("tidemark.docs.write")) {
            write(expected);
        }
        assertThat(Files.readString(PAGE))
                .as("write it anew: -Dtest=StoreDocTest -Dtidemark.docs.write=true")
                .isEqualTo(expected);
    }

    private static void write(String page) throws IOException {
        Files.writeString(PAGE, page);
    }

    private String tables() throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT t.name AS name, GROUP_CONCAT('`' || c.name || '` ' || c.type"
                                + " || CASE WHEN c.pk > 0 THEN ' key' ELSE '' END, ', ' ORDER BY c.cid) AS columns"
                                + " FROM sqlite_master t JOIN pragma_table_info(t.name) c"
                                + " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name ORDER BY t.name")) {
            while (rows.next()) {
                text.append("**`").append(rows.getString("name")).append("`**: ");
                text.append(rows.getString("columns")).append(".\n\n");
            }
        }
        return text.toString();
    }
}
