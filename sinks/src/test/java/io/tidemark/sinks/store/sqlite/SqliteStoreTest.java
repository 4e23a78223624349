package io.tidemark.sinks.store.sqlite;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.ResultStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest extends ResultStoreContract {
    @TempDir
    private Path folder;

    @Override
    protected ResultStore again() {
        return open();
    }

    @Override
    protected ResultStore open() {
        return SqliteStore.open(folder.resolve("made/on/demand/tidemark.db"));
    }
}
