package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.WindowTiersContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("integration")
final class PostgresWindowTiersTest extends WindowTiersContract {
    private @Nullable PostgresAddress address;

    @Override
    protected ResultStore open() throws SQLException {
        address = Postgres.emptied();
        return PostgresStore.open(address);
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection(Objects.requireNonNull(address).url());
    }
}
