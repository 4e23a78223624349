package io.tidemark.sinks.store.alert;

import com.google.common.collect.ImmutableMap;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import java.util.List;
import java.util.Optional;

/**
 * What one round of a team's dispatcher stores in one transaction, or not at all.
 *
 * @param alerts new and changed alerts
 * @param deliveries new rows of the outbox; one that is there already stays as it is
 * @param facts what the rules remember between rounds, by key; empty removes a key
 * @param offsets how far each partition was read
 */
public record AlertCommit(
        Team team,
        List<Alert> alerts,
        List<Delivery> deliveries,
        ImmutableMap<String, Optional<String>> facts,
        List<OffsetMove> offsets) {
    public AlertCommit {
        alerts = List.copyOf(alerts);
        deliveries = List.copyOf(deliveries);
        offsets = List.copyOf(offsets);
    }

    /** Whether it would change nothing. */
    public boolean isEmpty() {
        return alerts.isEmpty() && deliveries.isEmpty() && facts.isEmpty() && offsets.isEmpty();
    }
}
