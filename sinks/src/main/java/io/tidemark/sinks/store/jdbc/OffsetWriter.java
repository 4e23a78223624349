package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetConflictException;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Reads offsets, and moves them only from where they are expected to be. Not thread-safe. */
public final class OffsetWriter {
    private final Database store;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement select;

    /** @param table of this form: team, topic, kafka_partition, topic_id, next_offset */
    public OffsetWriter(Connection connection, Database store, String table) throws SQLException {
        this.store = store;
        this.insert = connection.prepareStatement(
                "INSERT INTO " + table + " (topic_id, next_offset, team, topic, kafka_partition) VALUES (?, ?, ?, ?, ?)"
                        + " ON CONFLICT (team, topic, kafka_partition) DO NOTHING");
        this.update = connection.prepareStatement("UPDATE " + table + " SET topic_id = ?, next_offset = ?"
                + " WHERE team = ? AND topic = ? AND kafka_partition = ? AND topic_id = ? AND next_offset = ?");
        this.select =
                connection.prepareStatement("SELECT team, topic, kafka_partition, topic_id, next_offset FROM " + table);
    }

    public void move(OffsetMove move) throws SQLException {
        PreparedStatement statement = move.from().isPresent() ? update : insert;
        SourcePartition partition = move.partition();
        statement.setString(1, move.to().topicId());
        statement.setLong(2, move.to().nextOffset());
        statement.setString(3, partition.team().name());
        statement.setString(4, partition.topic());
        statement.setInt(5, partition.partition());
        if (move.from().isPresent()) {
            SourceOffset from = move.from().get();
            statement.setString(6, from.topicId());
            statement.setLong(7, from.nextOffset());
        }
        if (statement.executeUpdate() != 1) {
            throw new OffsetConflictException(move, "store " + store);
        }
    }

    public Map<SourcePartition, SourceOffset> all() throws SQLException {
        Map<SourcePartition, SourceOffset> offsets = new HashMap<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                SourcePartition partition =
                        new SourcePartition(new Team(rows.getString(1)), rows.getString(2), rows.getInt(3));
                offsets.put(partition, new SourceOffset(rows.getString(4), rows.getLong(5)));
            }
        }
        return offsets;
    }
}
