package io.tidemark.streams.inbox;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.streams.lanes.LaneCount;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.panes.PaneDelta;
import java.util.List;

/** An input of the run sub-topology, keyed by run: the union record of {@code run-inbox}. */
public sealed interface RunInboxRecord {
    /**
     * What ingest read since its last commit; progress is in the last parts of it.
     */
    record Deltas(List<PaneDelta> panes, List<LaneCount> lanes, List<LaneProgress> progress) implements RunInboxRecord {
        /** Whether nothing that it reports was counted. */
        public boolean isOfDeadLetters() {
            return panes.isEmpty()
                    && lanes.isEmpty()
                    && progress.stream()
                            .allMatch(lane -> lane.tokenBatches().counted().isEmpty()
                                    && lane.requests().counted().isEmpty());
        }

        public Deltas {
            panes = List.copyOf(panes);
            lanes = List.copyOf(lanes);
            progress = List.copyOf(progress);
        }
    }

    /** What a lane reported of itself. */
    record HeartbeatReceived(Heartbeat heartbeat) implements RunInboxRecord {}

    /** A definition. */
    record Definition(ControlEvent event) implements RunInboxRecord {}

    /** A scrape of a target of the run, histograms without their buckets. */
    record Scrape(ServerSample sample) implements RunInboxRecord {}
}
