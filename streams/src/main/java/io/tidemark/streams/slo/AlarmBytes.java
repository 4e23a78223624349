package io.tidemark.streams.slo;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** Bytes of a track, version 1. */
public final class AlarmBytes {
    private static final int VERSION = 1;
    private static final int QUIET = 0;
    private static final int PENDING = 1;
    private static final int OPEN = 2;

    private AlarmBytes() {}

    /** What is kept of a track: its window is summed afresh from the seconds. */
    record Saved(long head, Alarm alarm) {}

    public static byte[] encode(AlarmTrack track) {
        WireWriter out = new WireWriter().raw(VERSION).count(track.head());
        Alarm alarm = track.alarm();
        if (alarm instanceof Alarm.Pending pending) {
            return out.raw(PENDING).count(pending.sinceSecond()).toBytes();
        }
        if (alarm instanceof Alarm.Open open) {
            return out.raw(OPEN)
                    .count(open.sinceSecond())
                    .count(Double.doubleToLongBits(open.worst()))
                    .optional(open.clearingSecond())
                    .toBytes();
        }
        return out.raw(QUIET).toBytes();
    }

    /** @throws WireFormatException if these bytes were not written by {@link #encode} */
    public static AlarmTrack decode(ObjectiveState objective, Seconds seconds, byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(VERSION);
        long head = in.count();
        return new AlarmTrack(objective, seconds, new Saved(head, alarm(in)));
    }

    private static Alarm alarm(WireReader in) {
        int kind = in.raw();
        return switch (kind) {
            case QUIET -> new Alarm.Quiet();
            case PENDING -> new Alarm.Pending(in.count());
            case OPEN -> new Alarm.Open(in.count(), Double.longBitsToDouble(in.count()), in.optional());
            default -> throw new WireFormatException("an alarm has unknown kind " + kind);
        };
    }
}
