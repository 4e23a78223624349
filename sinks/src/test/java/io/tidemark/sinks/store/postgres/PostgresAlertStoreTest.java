package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.AlertStoreContract;
import io.tidemark.sinks.store.alert.AlertStore;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("integration")
final class PostgresAlertStoreTest extends AlertStoreContract {
    private @Nullable PostgresAddress address;

    @Override
    protected AlertStore open() throws SQLException {
        address = Postgres.emptied();
        return again();
    }

    @Override
    protected AlertStore again() {
        return PostgresStore.openAlerts(Objects.requireNonNull(address));
    }
}
