package io.tidemark.app.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreCommandTest extends StoreCommandContract {
    @TempDir
    private Path folder;

    @Override
    String freshStore() {
        return folder.resolve("store.db").toString();
    }
}
