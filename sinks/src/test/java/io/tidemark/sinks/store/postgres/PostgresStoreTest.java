package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.ResultStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

@Tag("integration")
final class PostgresStoreTest extends ResultStoreContract {
    @Override
    protected ResultStore open() throws SQLException {
        return PostgresStore.open(Postgres.emptied());
    }
}
