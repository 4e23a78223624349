package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreGoneException;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** One connection that changes single rows of the store that it was opened on. Not thread-safe. */
final class UpdateSession implements SessionHolder.Session {
    private final Database store;
    private final Connection connection;
    private final Transactions transactions;
    private final RowUpdates updates;
    private final Optional<Object> identity;
    private final String content;

    /** @param content what the session writes, in the plural, for messages */
    UpdateSession(Database store, Connection connection, String content) {
        this.store = store;
        this.connection = connection;
        this.transactions = new Transactions(store.dialect(), connection);
        this.updates = new RowUpdates(store.dialect(), connection);
        this.identity = store.identity();
        this.content = content;
    }

    RowUpdates updates() {
        return updates;
    }

    /**
     * Does work on rows of teams in one transaction.
     *
     * @throws StoreGoneException if the store is another one by now: what is written to a file that was deleted goes nowhere
     */
    <T> T write(Set<Team> teams, Transactions.Work<T> work) throws SQLException {
        if (!identity.equals(store.identity())) {
            throw new StoreGoneException(
                    "store " + store + " was deleted or replaced while " + content + " were written to it");
        }
        return transactions.run(teams, work);
    }

    /**
     * As {@link #write}, of one team; if the work changes something, that is recorded with it.
     *
     * @param change returns whether it changed something
     */
    boolean writeAudited(Team team, AuditEvent audit, Transactions.Work<Boolean> change) throws SQLException {
        return write(Set.of(team), () -> {
            boolean changed = change.run();
            if (changed) {
                AuditTable.add(store.dialect(), connection, Optional.of(team), audit);
            }
            return changed;
        });
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
