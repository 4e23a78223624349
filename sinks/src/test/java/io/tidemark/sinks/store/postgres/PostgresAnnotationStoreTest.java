package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.AnnotationStoreContract;
import io.tidemark.sinks.store.address.StoreAddress;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

@Tag("integration")
final class PostgresAnnotationStoreTest extends AnnotationStoreContract {
    @Override
    protected StoreAddress emptied() throws SQLException {
        return new StoreAddress.OnServer(Postgres.emptied());
    }
}
