package io.tidemark.sinks.store.jdbc.session;

import static java.util.stream.Collectors.toSet;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds the changes of a refused batch that will never be taken, by halves; changes nothing. */
final class RefusedChangeFinder {
    private final Dialect dialect;
    private final Connection connection;
    private final ChangeWriter writer;

    RefusedChangeFinder(Dialect dialect, Connection connection, ChangeWriter writer) {
        this.dialect = dialect;
        this.connection = connection;
        this.writer = writer;
    }

    /** Whether an error is about what a change holds: the database will not take it, or no row can be made of it. */
    boolean isRefusal(SQLException error) {
        return error instanceof UnmappableRecordException || dialect.refuses(error);
    }

    /** The error's words by a change's place; none if the database takes each change by itself. */
    Map<Integer, String> of(List<StoreChange> changes) throws SQLException {
        Set<Team> teams = changes.stream().map(StoreChange::team).collect(toSet());
        return new Transactions(dialect, connection).attempt(teams, () -> {
            Map<Integer, String> found = new TreeMap<>();
            find(changes, 0, found);
            return found;
        });
    }

    private void find(List<StoreChange> changes, int firstPlace, Map<Integer, String> found) throws SQLException {
        Optional<SQLException> refusal = refusal(changes);
        if (refusal.isEmpty()) {
            return;
        }
        if (changes.size() == 1) {
            found.put(firstPlace, oneLine(String.valueOf(refusal.get().getMessage())));
            return;
        }
        int half = changes.size() / 2;
        find(changes.subList(0, half), firstPlace, found);
        find(changes.subList(half, changes.size()), firstPlace + half, found);
    }

    /** Servers add what it is about and hints on lines of their own. */
    private static String oneLine(String description) {
        return description.replaceAll("\\s+", " ");
    }

    private Optional<SQLException> refusal(List<StoreChange> changes) throws SQLException {
        try {
            Transactions.attemptWithin(connection, () -> {
                writer.discard();
                writer.write(Set.of(), changes);
            });
            return Optional.empty();
        } catch (SQLException e) {
            if (isRefusal(e)) {
                return Optional.of(e);
            }
            throw e;
        }
    }
}
