package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreGoneException;
import java.util.Optional;

/** Which store a session was opened on: what is written to a file that was deleted goes nowhere. */
public final class StoreIdentity {
    private final Database store;
    private final Optional<Object> opened;
    private final String content;

    /**
     * The store as it is now.
     *
     * @param content what the session writes, in the plural, for the message
     */
    public StoreIdentity(Database store, String content) {
        this.store = store;
        this.opened = store.identity();
        this.content = content;
    }

    /** @throws StoreGoneException if the store is another one by now */
    public void require() {
        if (!opened.equals(store.identity())) {
            throw new StoreGoneException(
                    "store " + store + " was deleted or replaced while " + content + " were written to it");
        }
    }
}
