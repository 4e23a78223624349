package io.tidemark.streams.inbox;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.streams.pane.LaneCount;
import io.tidemark.streams.pane.LaneProgress;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Bytes of {@link InboxRecord}: version, kind, body. Version 1 had no requests that broke off, 2 no segments, 3 no cached tokens, 4 not when requests were due, 5 no sequence numbers. */
public final class InboxCodec {
    private static final int VERSION = Pane.WITH_SEQUENCES;
    private static final int DELTAS = 1;
    private static final int BEAT = 2;
    private static final int CONTROL = 3;
    private static final int SAMPLE = 4;

    private InboxCodec() {}

    public static byte[] encode(InboxRecord inbox) {
        WireWriter out = new WireWriter().raw(VERSION);
        if (inbox instanceof InboxRecord.Deltas deltas) {
            writeDeltas(out.raw(DELTAS), deltas);
        } else if (inbox instanceof InboxRecord.Beat beat) {
            out.raw(BEAT).tail(AvroBytes.encode(Heartbeat.getEncoder(), beat.heartbeat()));
        } else if (inbox instanceof InboxRecord.Control control) {
            out.raw(CONTROL).tail(AvroBytes.encode(ControlEvent.getEncoder(), control.event()));
        } else if (inbox instanceof InboxRecord.Sample sample) {
            out.raw(SAMPLE).tail(AvroBytes.encode(ServerSample.getEncoder(), sample.sample()));
        }
        return out.toBytes();
    }

    /** @throws WireFormatException if these bytes were not written by {@link #encode} */
    public static InboxRecord decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        int kind = in.raw();
        return switch (kind) {
            case DELTAS -> readDeltas(in);
            case BEAT -> new InboxRecord.Beat(AvroBytes.decode(Heartbeat.getDecoder(), in.tail()));
            case CONTROL -> new InboxRecord.Control(AvroBytes.decode(ControlEvent.getDecoder(), in.tail()));
            case SAMPLE -> new InboxRecord.Sample(AvroBytes.decode(ServerSample.getDecoder(), in.tail()));
            default -> throw new WireFormatException("run-inbox record has unknown kind " + kind);
        };
    }

    private static void writeDeltas(WireWriter out, InboxRecord.Deltas deltas) {
        out.count(deltas.panes().size());
        deltas.panes().forEach(pane -> pane.write(out));
        out.count(deltas.lanes().size());
        deltas.lanes().forEach(lane -> lane.write(out));
        out.count(deltas.progress().size());
        deltas.progress().forEach(progress -> progress.write(out));
    }

    private static InboxRecord.Deltas readDeltas(WireReader in) {
        List<PaneDelta> panes = new ArrayList<>();
        for (int left = in.size(); left > 0; left--) {
            panes.add(PaneDelta.read(in));
        }
        List<LaneCount> lanes = new ArrayList<>();
        for (int left = in.size(); left > 0; left--) {
            lanes.add(LaneCount.read(in));
        }
        List<LaneProgress> progress = new ArrayList<>();
        if (in.since(Pane.WITH_SEQUENCES)) {
            for (int left = in.size(); left > 0; left--) {
                progress.add(LaneProgress.read(in));
            }
        }
        in.requireEnd();
        return new InboxRecord.Deltas(panes, lanes, progress, in.since(Pane.WITH_SEQUENCES));
    }
}
