package io.tidemark.streams.inbox;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.streams.lanes.LaneCount;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Bytes of {@link RunInboxRecord}: version, kind, body. */
public final class RunInboxCodec {
    private static final int DELTAS = 1;
    private static final int BEAT = 2;
    private static final int CONTROL = 3;
    private static final int SAMPLE = 4;

    private RunInboxCodec() {}

    public static byte[] encode(RunInboxRecord inbox) {
        WireWriter out = WireWriter.versioned();
        if (inbox instanceof RunInboxRecord.Deltas deltas) {
            writeDeltas(out.raw(DELTAS), deltas);
        } else if (inbox instanceof RunInboxRecord.HeartbeatReceived beat) {
            out.raw(BEAT).tail(AvroBytes.encode(Heartbeat.getEncoder(), beat.heartbeat()));
        } else if (inbox instanceof RunInboxRecord.Definition control) {
            out.raw(CONTROL).tail(AvroBytes.encode(ControlEvent.getEncoder(), control.event()));
        } else if (inbox instanceof RunInboxRecord.Scrape sample) {
            out.raw(SAMPLE).tail(AvroBytes.encode(ServerSample.getEncoder(), sample.sample()));
        }
        return out.toBytes();
    }

    /** @throws WireFormatException if these bytes were not written by {@link #encode} */
    public static RunInboxRecord decode(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        int kind = in.raw();
        return switch (kind) {
            case DELTAS -> readDeltas(in);
            case BEAT -> new RunInboxRecord.HeartbeatReceived(AvroBytes.decode(Heartbeat.getDecoder(), in.tail()));
            case CONTROL -> new RunInboxRecord.Definition(AvroBytes.decode(ControlEvent.getDecoder(), in.tail()));
            case SAMPLE -> new RunInboxRecord.Scrape(AvroBytes.decode(ServerSample.getDecoder(), in.tail()));
            default -> throw WireFormatException.unknown("run-inbox record has kind " + kind);
        };
    }

    private static void writeDeltas(WireWriter out, RunInboxRecord.Deltas deltas) {
        out.count(deltas.panes().size());
        deltas.panes().forEach(pane -> pane.write(out));
        out.count(deltas.lanes().size());
        deltas.lanes().forEach(lane -> lane.write(out));
        out.count(deltas.progress().size());
        deltas.progress().forEach(progress -> progress.write(out));
    }

    private static RunInboxRecord.Deltas readDeltas(WireReader in) {
        List<PaneDelta> panes = new ArrayList<>();
        for (int left = in.size(); left > 0; left--) {
            panes.add(PaneDelta.read(in));
        }
        List<LaneCount> lanes = new ArrayList<>();
        for (int left = in.size(); left > 0; left--) {
            lanes.add(LaneCount.read(in));
        }
        List<LaneProgress> progress = new ArrayList<>();
        for (int left = in.size(); left > 0; left--) {
            progress.add(LaneProgress.read(in));
        }
        in.requireEnd();
        return new RunInboxRecord.Deltas(panes, lanes, progress);
    }
}
