package io.tidemark.streams.panes;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.nio.ByteBuffer;

/**
 * Requests in flight by their ages, which are lower bounds of what they will have taken; nanoseconds.
 *
 * @param sinceDue of those without a first token, since they were due; holds what waits in the client
 * @param sinceSent of those sent and without a first token, since they were sent
 * @param sinceLastToken of those that have a first token, since their last one: a gap that is not over
 * @param streaming of those that have a first token, since they were sent
 * @param tpotFloors of those that have a first token, the least TPOT that they can still come to
 */
public record InFlightAges(
        LogHistogram sinceDue,
        LogHistogram sinceSent,
        LogHistogram sinceLastToken,
        LogHistogram streaming,
        LogHistogram tpotFloors) {
    public static final InFlightAges NONE = new InFlightAges(
            new LogHistogram(), new LogHistogram(), new LogHistogram(), new LogHistogram(), new LogHistogram());

    /** What a lane reported; fields that it does not know are empty. */
    public static InFlightAges of(Heartbeat heartbeat) {
        return new InFlightAges(
                sketch(heartbeat.getWaitingAges()),
                sketch(heartbeat.getSentAges()),
                sketch(heartbeat.getStreamingAges()),
                sketch(heartbeat.getOpenAges()),
                sketch(heartbeat.getTpotFloors()));
    }

    public boolean isEmpty() {
        return sinceDue.isEmpty() && sinceLastToken.isEmpty();
    }

    /** Requests sent and not ended, as far as ages were reported of them. */
    public int inFlight() {
        return (int) (sinceSent.count() + streaming.count());
    }

    /** About how many bytes of the heap they take. */
    public long heapBytes() {
        return (long) sinceDue.heapBytes()
                + sinceSent.heapBytes()
                + sinceLastToken.heapBytes()
                + streaming.heapBytes()
                + tpotFloors.heapBytes();
    }

    public InFlightAges plus(InFlightAges other) {
        if (isEmpty()) {
            return other;
        }
        return new InFlightAges(
                sum(sinceDue, other.sinceDue),
                sum(sinceSent, other.sinceSent),
                sum(sinceLastToken, other.sinceLastToken),
                sum(streaming, other.streaming),
                sum(tpotFloors, other.tpotFloors));
    }

    public void write(WireWriter out) {
        out.blob(sinceDue.encode()).blob(sinceSent.encode()).blob(sinceLastToken.encode());
        out.blob(streaming.encode()).blob(tpotFloors.encode());
    }

    public static InFlightAges read(WireReader in) {
        return new InFlightAges(histogram(in), histogram(in), histogram(in), histogram(in), histogram(in));
    }

    private static LogHistogram histogram(WireReader in) {
        return LogHistogram.decode(in.blob());
    }

    private static LogHistogram sum(LogHistogram left, LogHistogram right) {
        LogHistogram sum = left.copy();
        sum.merge(right);
        return sum;
    }

    private static LogHistogram sketch(ByteBuffer encoded) {
        return encoded.hasRemaining() ? LogHistogram.decode(encoded) : new LogHistogram();
    }
}
