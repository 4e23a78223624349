package io.tidemark.sinks.store.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreDocContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class PostgresStoreDocTest extends StoreDocContract {
    private PostgresAddress address = new PostgresAddress("jdbc:postgresql:none", java.util.Optional.empty());

    @Override
    protected ResultStore open() {
        address = Postgres.fresh();
        return PostgresStore.open(address);
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection(address.url());
    }

    @Test
    void theRoleThatOnlyReadsReadsAndDoesNotWrite() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP ROLE IF EXISTS tidemark_reader");
            statement.execute(blocks("postgresql")
                    .get(0)
                    .replace("current_schema", address.schema().orElseThrow()));
            statement.execute("SET ROLE tidemark_reader");
            Assertions.assertThatCode(() -> statement.execute("SELECT * FROM history"))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> statement.execute("DELETE FROM requests"))
                    .hasMessageContaining("permission denied");
            statement.execute("RESET ROLE");
            statement.execute("DROP OWNED BY tidemark_reader");
            statement.execute("DROP ROLE tidemark_reader");
        }
    }
}
