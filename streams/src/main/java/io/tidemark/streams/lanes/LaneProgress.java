package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * Which events of a lane one partition's task has read: what finality is decided by.
 *
 * @param partition that was read
 * @param throughSecond latest second of event time, epoch seconds, that the task has seen of the lane; -1 for none
 */
public record LaneProgress(String lane, int partition, long throughSecond, Events tokenBatches, Events requests) {
    /**
     * Of one topic.
     *
     * @param counted numbers of the events that are in the panes
     * @param rejected numbers of those that became dead letters
     */
    public record Events(SequenceRanges counted, SequenceRanges rejected) {
        void write(WireWriter out) {
            counted.write(out);
            rejected.write(out);
        }

        static Events read(WireReader in) {
            return new Events(SequenceRanges.read(in), SequenceRanges.read(in));
        }
    }

    public void write(WireWriter out) {
        out.text(lane).count(partition).optional(throughSecond);
        tokenBatches.write(out);
        requests.write(out);
    }

    public static LaneProgress read(WireReader in) {
        return new LaneProgress(in.text(), in.integer(), in.optional(), Events.read(in), Events.read(in));
    }
}
