package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.reports.exit.ExitCode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreCommandTest extends StoreCommandContract {
    @TempDir
    private Path folder;

    @Test
    void aStoreOfAnEarlierVersionIsReadOnceItWasMigrated() throws Exception {
        String store = freshStore();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement();
                InputStream first = getClass().getResourceAsStream("/io/tidemark/sinks/store/jdbc/001_results.sql")) {
            statement.executeUpdate(new String(first.readAllBytes(), StandardCharsets.UTF_8));
            statement.executeUpdate("PRAGMA user_version = 1");
        }
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run("runs", "list", "--store", store)).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err())
                    .contains("has version 1")
                    .contains("tidemark admin store migrate --store '" + store + "'");
            assertThat(shell.run("admin", "store", "migrate", "--store", store)).isZero();
            assertThat(shell.run("runs", "list", "--store", store)).isZero();
        }
    }

    @Test
    void aFileThatIsNotThereIsNotMadeByAMigration() {
        String store = freshStore();
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run("admin", "store", "migrate", "--store", store)).isEqualTo(2);
            assertThat(shell.err()).contains("no result store at " + store);
        }
        assertThat(Path.of(store)).doesNotExist();
    }

    @Override
    String freshStore() {
        return folder.resolve("store.db").toString();
    }
}
