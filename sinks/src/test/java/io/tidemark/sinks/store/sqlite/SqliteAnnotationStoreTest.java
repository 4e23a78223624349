package io.tidemark.sinks.store.sqlite;

import io.tidemark.sinks.store.AnnotationStoreContract;
import io.tidemark.sinks.store.address.StoreAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteAnnotationStoreTest extends AnnotationStoreContract {
    @TempDir
    private Path folder;

    @Override
    protected StoreAddress emptied() {
        return StoreAddress.of(folder.resolve("results.db"));
    }
}
