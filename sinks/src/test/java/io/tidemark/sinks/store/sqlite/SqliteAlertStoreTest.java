package io.tidemark.sinks.store.sqlite;

import io.tidemark.sinks.store.AlertStoreContract;
import io.tidemark.sinks.store.alert.AlertStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteAlertStoreTest extends AlertStoreContract {
    @TempDir
    private Path folder;

    @Override
    protected AlertStore open() {
        return again();
    }

    @Override
    protected AlertStore again() {
        return SqliteStore.openAlerts(folder.resolve("results.db"));
    }
}
