package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Single statements that change rows, over one connection. */
public final class RowUpdates {
    private static final String LOCK_RUN = "UPDATE runs SET phase = phase WHERE team = ? AND run = ?";

    private final Dialect dialect;
    private final Connection connection;

    public RowUpdates(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    /**
     * Holds a run's row until the transaction ends, so that no other one deletes it, or adds it to a baseline, meanwhile.
     *
     * @return whether the store holds the run
     */
    public boolean lockRun(RunKey run) throws SQLException {
        return execute(LOCK_RUN, run.team().name(), run.run()) > 0;
    }

    /**
     * Executes a statement.
     *
     * @param parameters in the order of their question marks; null only for whole numbers
     * @return how many rows it changed
     */
    public int execute(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                Object value = parameters[i];
                if (value == null) {
                    statement.setNull(i + 1, Types.BIGINT);
                } else {
                    statement.setObject(i + 1, dialect.bound(value));
                }
            }
            return statement.executeUpdate();
        }
    }
}
