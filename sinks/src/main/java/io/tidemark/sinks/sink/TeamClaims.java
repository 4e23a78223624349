package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.consume.ConsumerProgress;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.store.ResultStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which teams' rows this sink writes, and which ones another sink writes. Not thread-safe. */
final class TeamClaims {
    private static final Logger LOG = LoggerFactory.getLogger(TeamClaims.class);

    private final ResultStore store;
    private final ConsumerProgress progress;
    private Begin begin;
    private Set<Team> claimed = Set.of();
    private Set<Team> claimedByOthers = Set.of();

    TeamClaims(ResultStore store, ConsumerProgress progress, Begin begin) {
        this.store = store;
        this.progress = progress;
        this.begin = begin;
    }

    /** Follows what this sink may write, and watches what another one writes. */
    void claim(List<FollowedPartition> all) {
        Set<Team> teams =
                all.stream().map(FollowedPartition::team).collect(Collectors.toCollection(LinkedHashSet::new));
        Set<Team> now = store.claim(teams);
        if (!claimed.containsAll(now)) {
            // What another sink stored until it ended is not stored again.
            progress.restart(store.offsets());
        }
        claimed = now;
        progress.follow(
                all.stream().filter(partition -> now.contains(partition.team())).toList(), begin);
        progress.watch(all.stream()
                .filter(partition -> !now.contains(partition.team()))
                .toList());
        begin = Begin.OLDEST;
        logClaimedByOthers(teams);
    }

    private void logClaimedByOthers(Set<Team> teams) {
        Set<Team> now = teams.stream().filter(team -> !claimed.contains(team)).collect(Collectors.toSet());
        now.stream()
                .filter(team -> !claimedByOthers.contains(team))
                .forEach(team -> LOG.info(
                        "another sink writes the rows of team {}; this one takes over when that one ends", team));
        claimedByOthers = now;
    }

    /** Teams whose rows this sink writes. */
    Set<Team> claimed() {
        return claimed;
    }

    /** Teams that another sink has. */
    Set<Team> claimedByOthers() {
        return claimedByOthers;
    }
}
