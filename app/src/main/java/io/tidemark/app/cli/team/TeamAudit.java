package io.tidemark.app.cli.team;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.audit.AuditPublisher;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.postgres.RoleChange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Records changes of a team, without passwords.
 *
 * @param action {@code team add} or {@code team remove}
 */
record TeamAudit(CommandContext context, Team team, String action) {
    /** Before they are made on Kafka or in a registry. A team may have no topic for it: then a warning says so. */
    void publish(ClusterConnection connection, String place, List<AccessChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        AuditPublisher publisher = new AuditPublisher(connection, team);
        if (!publisher.isThere()) {
            context.terminal()
                    .warn("team " + team + " has no topic audit: this change of it " + place + " is not recorded");
            return;
        }
        publisher.publish(event(
                place,
                changes,
                change -> change.effect() == Effect.MADE,
                change -> change.thing() + " " + change.name()));
    }

    /** To be stored with the changes. */
    AuditEvent ofRoles(List<RoleChange> changes) {
        return event("in the store", changes, RoleChange::made, change -> change.thing() + " " + change.name());
    }

    private <C> AuditEvent event(String place, List<C> changes, Predicate<C> isMade, Function<C, String> description) {
        Map<String, String> details = new TreeMap<>(Map.of("where", place));
        Map<Boolean, String> descriptions = changes.stream()
                .collect(Collectors.partitioningBy(isMade, Collectors.mapping(description, Collectors.joining("; "))));
        descriptions.forEach((made, all) -> {
            if (!all.isEmpty()) {
                details.put(made ? "made" : "removed", all);
            }
        });
        return AuditEvents.of(context, action, team.name(), details);
    }
}
