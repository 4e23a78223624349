package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which runs are lost: reported as running, but silent for longer than a limit. The silence is measured on this process' own
 * clock, while all that Kafka has is in the store. A silence that began earlier counts by the broker's time, after a shorter wait
 * for new events of the run: clocks of two hosts may differ by hours. Not thread-safe.
 */
final class LostRunDetector {
    /** Many times as long as lanes, which speak each second, are quiet. */
    static final Duration LOOK = Duration.ofSeconds(30);

    private final Duration limit;
    private final Map<RunKey, Silence> silences = new HashMap<>();

    private record Silence(Instant lastHeard, long sinceNanos) {}

    LostRunDetector(Duration limit) {
        this.limit = limit;
    }

    /** @return which of the runs of a team that are reported as running are lost */
    List<RunActivity> detect(List<RunActivity> running, Team team, Instant now, long nowNanos) {
        silences.keySet()
                .removeIf(run -> run.team().equals(team)
                        && running.stream().noneMatch(one -> one.run().equals(run)));
        return running.stream().filter(run -> isLost(run, now, nowNanos)).toList();
    }

    private boolean isLost(RunActivity run, Instant now, long nowNanos) {
        Silence silence = silences.merge(
                run.run(),
                new Silence(run.lastHeard(), nowNanos),
                (before, fresh) -> before.lastHeard().equals(fresh.lastHeard()) ? before : fresh);
        Duration seen = Duration.ofNanos(nowNanos - silence.sinceNanos());
        boolean longSince = run.lastHeard().plus(limit).isBefore(now);
        return seen.compareTo(limit) >= 0 || (longSince && seen.compareTo(LOOK) >= 0);
    }

    /** Silence of other teams does not count: it is not known whether there is any. */
    void retainOnly(Set<Team> teams) {
        silences.keySet().removeIf(run -> !teams.contains(run.team()));
    }
}
