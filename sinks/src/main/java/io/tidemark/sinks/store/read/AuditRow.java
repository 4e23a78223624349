package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A change of settings or data; the fields are those of {@link io.tidemark.events.AuditEvent}.
 *
 * @param team whose; empty for a change of all teams
 */
public record AuditRow(
        Optional<Team> team,
        String id,
        Instant at,
        String action,
        String subject,
        Map<String, String> details,
        String user,
        String login,
        String host,
        String address) {
    public AuditRow {
        details = Map.copyOf(details);
    }
}
