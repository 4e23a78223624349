package io.tidemark.streams.meter;

import io.tidemark.events.Heartbeat;
import java.util.HashMap;
import java.util.Map;

/** Turns the running totals of lost and dropped that lanes announce into what was added since. Not thread-safe. */
public final class LaneLossCounter {
    private record Totals(long lost, long dropped) {}

    private final Map<String, Totals> byLane = new HashMap<>();
    private final TeamMeters meters;

    public LaneLossCounter(TeamMeters meters) {
        this.meters = meters;
    }

    /** A run is over: nothing of its lanes is kept. */
    public void forget(String run) {
        byLane.keySet().removeIf(lane -> lane.startsWith(run + "/"));
    }

    /** A lane that is first seen after its first heartbeat was counted before, by the task that had its partition. */
    public void onHeartbeat(Heartbeat heartbeat) {
        String lane = heartbeat.getRun() + "/" + heartbeat.getLane();
        Totals now = new Totals(heartbeat.getOverflow(), heartbeat.getDropped());
        Totals before = byLane.getOrDefault(lane, heartbeat.getLaneSeq() == 0 ? new Totals(0, 0) : now);
        meters.clientLost(Math.max(0, now.lost - before.lost));
        meters.clientDropped(Math.max(0, now.dropped - before.dropped));
        if (heartbeat.getClosing()) {
            byLane.remove(lane);
        } else {
            byLane.put(lane, now);
        }
    }
}
