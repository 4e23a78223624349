package io.tidemark.sinks.store.alert;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Map;

/**
 * No alert of a team that has all of these labels is delivered until a time. The mute holds from when it was set, whatever the clock of the
 * dispatcher shows: a difference between two clocks must not cause a page.
 *
 * @param id unique in the team
 * @param labels label and exact value; empty for every alert of the team
 * @param from when it was set
 * @param until exclusive
 * @param reason in words, for users who ask why no notification came
 * @param by who set it
 */
public record Mute(
        Team team,
        String id,
        ImmutableSortedMap<String, String> labels,
        Instant from,
        Instant until,
        String reason,
        String by) {
    public Mute {
        if (!until.isAfter(from)) {
            throw new IllegalArgumentException(
                    "a mute must end after it begins but was from " + from + " until " + until);
        }
    }

    /** Whether it mutes an alert at a time. */
    public boolean applies(Alert alert, Instant now) {
        return alert.team().equals(team) && now.isBefore(until) && matches(labels, alert.labels());
    }

    private static boolean matches(Map<String, String> wanted, Map<String, String> labels) {
        return wanted.entrySet().stream().allMatch(one -> one.getValue().equals(labels.get(one.getKey())));
    }
}
