package io.tidemark.sinks.store.alert;

import io.tidemark.schemas.Team;
import java.time.Instant;

/**
 * The identity of an alert.
 *
 * @param fingerprint hash of the labels, see {@link Alert#fingerprint}
 * @param startsAt an alert that comes back later is another one
 */
public record AlertId(Team team, String fingerprint, Instant startsAt) {
    /** The key that receivers recognise repeats by; the same for the firing and the resolved notification. */
    public String dedupKey() {
        return "tidemark/" + team.name() + "/" + fingerprint + "/" + startsAt.toEpochMilli();
    }
}
