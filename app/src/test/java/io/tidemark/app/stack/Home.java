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

    /** Of the stack, or of commands without one; the caller closes it. */
    static ResultReader results(Path home) {
        return SqliteStore.openReader(StackFile.in(home)
                .read()
                .map(stack -> Path.of(stack.store()))
                .orElseGet(() -> home.resolve("store.db")));
    }
}
