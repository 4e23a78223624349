package io.tidemark.app.stack;

import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;

/** What a second terminal sees of a home. */
final class Home {
    private Home() {}

    static StackFile.Entry stack(Path home) {
        return StackFile.in(home).read().orElseThrow();
    }

    /** The caller closes it. */
    static ResultReader results(Path home) {
        return SqliteStore.openReader(Path.of(stack(home).store()));
    }
}
