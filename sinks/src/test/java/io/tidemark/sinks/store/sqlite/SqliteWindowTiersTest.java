package io.tidemark.sinks.store.sqlite;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.WindowTiersContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

final class SqliteWindowTiersTest extends WindowTiersContract {
    @TempDir
    private Path folder;

    @Override
    protected ResultStore open() {
        return SqliteStore.open(file());
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    private Path file() {
        return folder.resolve("tidemark.db");
    }
}
