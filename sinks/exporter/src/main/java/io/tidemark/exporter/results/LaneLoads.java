package io.tidemark.exporter.results;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.TeamLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Requests in flight of each target, by the last heartbeats of a run's lanes. A lane that is silent for 10 s is not counted. Not thread-safe. */
final class LaneLoads {
    private static final Duration SILENT_AFTER = Duration.ofSeconds(10);

    private final Map<String, LaneLoad> lanes = new HashMap<>();

    private record LaneLoad(String target, int inFlight, Instant at) {
        boolean isFresh(Instant now) {
            return Duration.between(at, now).compareTo(SILENT_AFTER) < 0;
        }
    }

    void heartbeat(Heartbeat heartbeat, Instant now) {
        if (TeamLimit.LANES_PER_RUN.hasRoom(lanes, heartbeat.getLane())) {
            lanes.put(heartbeat.getLane(), new LaneLoad(heartbeat.getTarget(), heartbeat.getInFlight(), now));
        }
    }

    int size() {
        return lanes.size();
    }

    Map<String, Integer> inFlight(Instant now) {
        Map<String, Integer> byTarget = new TreeMap<>();
        lanes.values()
                .forEach(lane -> byTarget.merge(lane.target, lane.isFresh(now) ? lane.inFlight : 0, Integer::sum));
        return byTarget;
    }
}
