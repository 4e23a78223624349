package io.tidemark.streams.inbox;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.streams.pane.LaneCount;
import io.tidemark.streams.pane.PaneDelta;
import java.util.List;

/** What the run sub-topology is told, keyed by run: the union record of {@code run-inbox}. */
public sealed interface InboxRecord {
    /** What ingest read since its last commit. */
    record Deltas(List<PaneDelta> panes, List<LaneCount> lanes) implements InboxRecord {
        public Deltas {
            panes = List.copyOf(panes);
            lanes = List.copyOf(lanes);
        }
    }

    /** What a lane said of itself. */
    record Beat(Heartbeat heartbeat) implements InboxRecord {}

    /** A definition. */
    record Control(ControlEvent event) implements InboxRecord {}

    /** A scrape of a target of the run, histograms without their buckets. */
    record Sample(ServerSample sample) implements InboxRecord {}
}
