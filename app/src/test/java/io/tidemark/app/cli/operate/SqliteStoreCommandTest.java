package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
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
    void aStoreOfANewerVersionIsRefusedByItsVersion() throws Exception {
        String store = freshStore();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE old (value TEXT)");
            statement.executeUpdate("PRAGMA user_version = 99");
        }
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run("runs", "list", "--store", store)).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err()).contains("has version 99").contains("newer tidemark");
            assertThat(shell.run("admin", "store", "migrate", "--store", store))
                    .isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err()).contains("has version 99").doesNotContain("\tat ");
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
