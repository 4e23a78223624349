package io.tidemark.streams.validation;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.Collection;
import org.apache.avro.specific.SpecificRecord;

/** Ranges of times and numbers of inputs. Beyond them sums and differences of plain arithmetic overflow, and loops over them have no end. */
public final class ValueRanges {
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

    /** 8,900 years of a thousand a second. */
    private static final long MAX_NUMBER = 1L << 48;

    private static final long UNSET = -1;

    private ValueRanges() {}

    /** @throws InvalidEventException naming the first time of a record, or of a record in it, that is not in range */
    static void requireStamps(Object value) {
        if (value instanceof SpecificRecord record) {
            for (int field = 0; field < record.getSchema().getFields().size(); field++) {
                Object held = record.get(field);
                if (held instanceof Instant stamp) {
                    requireStamp(record.getSchema().getFields().get(field).name(), stamp);
                } else {
                    requireStamps(held);
                }
            }
        } else if (value instanceof Collection<?> several) {
            several.forEach(ValueRanges::requireStamps);
        }
    }

    private static void requireStamp(String field, Instant stamp) {
        if (stamp.isBefore(FIRST) || stamp.isAfter(LAST)) {
            throw new InvalidEventException(field + " must be in [" + FIRST + ", " + LAST + "] but was " + stamp);
        }
    }

    /** @throws InvalidEventException naming the first time or number that is not in range */
    static void require(Heartbeat heartbeat) {
        requireStamps(heartbeat);
        requireNumber("laneSeq", heartbeat.getLaneSeq());
        requireNumber("tokenBatches", heartbeat.getTokenBatches());
        requireNumber("requests", heartbeat.getRequests());
        requireNumber("due", heartbeat.getDue());
        requireNumber("sent", heartbeat.getSent());
        requireNumber("dropped", heartbeat.getDropped());
        requireNumber("overflow", heartbeat.getOverflow());
        requireNumber("segmentRequests", heartbeat.getSegmentRequests());
        requireNumber("nextTokenBatch", heartbeat.getNextTokenBatch());
        requireNumber("nextRequest", heartbeat.getNextRequest());
        requireNumber("lostTokenBatches", heartbeat.getLostTokenBatches());
        requireNumber("lostRequests", heartbeat.getLostRequests());
    }

    private static void requireNumber(String field, long number) {
        if (number != UNSET && !isSequence(number)) {
            throw new InvalidEventException(field + " must be in [-1, " + MAX_NUMBER + "] but was " + number);
        }
    }

    /** Whether a lane may give an event this number. */
    public static boolean isSequence(long number) {
        return number >= 0 && number <= MAX_NUMBER;
    }

    static void requireSequence(String field, long number) {
        if (!isSequence(number)) {
            throw new InvalidEventException(field + " must be in [0, " + MAX_NUMBER + "] but was " + number);
        }
    }

    /** @throws InvalidEventException if its extremes, its sum and its slots contradict each other */
    static void requireSketch(String field, LogHistogram sketch) {
        long min = sketch.min().orElse(0);
        long max = sketch.max().orElse(0);
        if (min > max) {
            throw new InvalidEventException(field + " min must be at most max, " + max + ", but was " + min);
        }
        if (sketch.sum() > 0 && (sketch.isEmpty() || (sketch.sum() - 1) / sketch.count() >= max)) {
            throw new InvalidEventException(field + " sum must be at most count x max, " + sketch.count() + " x " + max
                    + ", but was " + sketch.sum());
        }
        if (sketch.zeroCount() > 0 && min > 0) {
            throw new InvalidEventException(field + " min must be 0, as there are values of 0, but was " + min);
        }
        sketch.forEachSlot((slot, count) -> {
            if (slot < lowestSlot(min) || slot > highestSlot(max)) {
                throw new InvalidEventException(field + " slots must be those of values in [" + min + ", " + max
                        + "], in [" + lowestSlot(min) + ", " + highestSlot(max) + "], but one was " + slot);
            }
        });
    }

    private static int lowestSlot(long min) {
        return min == 0 ? 0 : LogHistogram.slotOf(min);
    }

    private static int highestSlot(long max) {
        return max == 0 ? -1 : LogHistogram.slotOf(max);
    }
}
