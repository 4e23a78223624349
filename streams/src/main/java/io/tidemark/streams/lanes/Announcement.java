package io.tidemark.streams.lanes;

import io.tidemark.events.Heartbeat;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * What one heartbeat says of the events before it.
 *
 * @param throughSecond every event of an earlier second, epoch seconds, has been handed over or is lost
 * @param heardMillis when it was read, by the host's clock; when it was restored, after a restart
 * @param ageMillis how long before it was read the lane had taken it: the streams may be so far behind
 */
record Announcement(
        long throughSecond,
        Events tokenBatches,
        Events requests,
        int step,
        int segmentsOver,
        boolean closing,
        long heardMillis,
        long ageMillis) {
    private static final long UNNUMBERED = -1;

    /**
     * Of one topic.
     *
     * @param next number of the lane's next record, or -1 of a lane that only says how many it handed over
     * @param handedOver records handed over so far
     * @param lost records that the lane knows to be lost so far
     */
    record Events(long next, long handedOver, long lost) {
        boolean isNumbered() {
            return next != UNNUMBERED;
        }

        /** What is numbered, or counted, below it came before the announcement. */
        long below() {
            return isNumbered() ? next : handedOver;
        }

        private void write(WireWriter out) {
            out.optional(next).count(handedOver).count(lost);
        }

        private static Events read(WireReader in) {
            return new Events(in.optional(), in.count(), in.count());
        }
    }

    static Announcement of(Heartbeat heartbeat, long nowMillis) {
        return new Announcement(
                Math.max(0, heartbeat.getPublishedThrough().getEpochSecond()),
                new Events(
                        Math.max(UNNUMBERED, heartbeat.getNextTokenBatch()),
                        Math.max(0, heartbeat.getTokenBatches()),
                        Math.max(0, heartbeat.getLostTokenBatches())),
                new Events(
                        Math.max(UNNUMBERED, heartbeat.getNextRequest()),
                        Math.max(0, heartbeat.getRequests()),
                        Math.max(0, heartbeat.getLostRequests())),
                heartbeat.getStep(),
                heartbeat.getSegmentsOver(),
                heartbeat.getClosing(),
                nowMillis,
                Math.max(0, nowMillis - heartbeat.getAt().toEpochMilli()));
    }

    void write(WireWriter out) {
        out.count(throughSecond);
        tokenBatches.write(out);
        requests.write(out);
        out.optional(step).count(segmentsOver).flag(closing).count(ageMillis);
    }

    static Announcement read(WireReader in, long nowMillis) {
        return new Announcement(
                in.count(),
                Events.read(in),
                Events.read(in),
                (int) in.optional(),
                in.integer(),
                in.flag(),
                nowMillis,
                in.count());
    }
}
