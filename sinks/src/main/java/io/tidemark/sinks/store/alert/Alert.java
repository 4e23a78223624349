package io.tidemark.sinks.store.alert;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One alert. Its identity is its team, its labels and {@code startsAt}; everything else may change with each revision.
 *
 * @param labels what the alert is about, as {@code alertname}, {@code severity}, {@code experiment}, {@code run}
 * @param startsAt event time from which the condition holds; microseconds
 * @param endsAt event time at which it stopped; empty while it holds
 * @param reason why it ended, or by which rule it waits; empty if there is nothing to say
 * @param revision 1 for the first record of this identity, then one more with each change
 * @param updatedAt when this revision was made
 * @param annotations what a person needs to know, by the names of {@link Annotation}
 * @param inhibitedBy fingerprint of the alert that explains this one, which is therefore not delivered; empty for none
 */
public record Alert(
        Team team,
        ImmutableSortedMap<String, String> labels,
        Instant startsAt,
        Optional<Instant> endsAt,
        AlertState state,
        String reason,
        long revision,
        Instant updatedAt,
        ImmutableSortedMap<String, String> annotations,
        String inhibitedBy) {
    /** The label that names the kind of an alert. */
    public static final String ALERTNAME = "alertname";

    public static final String SEVERITY = "severity";

    private static final int FINGERPRINT_CHARACTERS = 32;

    public Alert {
        if (!labels.containsKey(ALERTNAME)) {
            throw new IllegalArgumentException("labels of an alert must contain " + ALERTNAME + " but were " + labels);
        }
        if (revision < 1) {
            throw new IllegalArgumentException("revision of an alert must be >= 1 but was " + revision);
        }
    }

    /** The identity, within all teams. */
    public AlertId id() {
        return new AlertId(team, fingerprint(team, labels), startsAt);
    }

    public String name() {
        return labels.getOrDefault(ALERTNAME, "");
    }

    public String severity() {
        return labels.getOrDefault(SEVERITY, "");
    }

    /** Hash of a team's labels: 32 hexadecimal digits, the same on every machine. */
    public static String fingerprint(Team team, Map<String, String> labels) {
        StringBuilder text = new StringBuilder(team.name());
        ImmutableSortedMap.copyOf(labels)
                .forEach((label, value) ->
                        text.append('\0').append(label).append('\0').append(value));
        return Sha256.hex(text.toString()).substring(0, FINGERPRINT_CHARACTERS);
    }
}
