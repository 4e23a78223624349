package io.tidemark.bench.codec;

import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** The bytes that the streams put into their stores. */
final class WireStateCodec {
    /** Version of a step's entries. */
    private static final int STEP_VERSION = 5;

    private WireStateCodec() {}

    static byte[] pane(PaneDelta delta) {
        WireWriter out = new WireWriter().raw(Pane.WITH_SEQUENCES);
        delta.write(out);
        return out.toBytes();
    }

    static PaneDelta readPane(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, Pane.WITH_SEQUENCES);
        return PaneDelta.read(in);
    }

    /** A chunk of a step's requests. */
    static byte[] requests(List<RequestMeasurement> requests) {
        WireWriter facts = new WireWriter();
        requests.forEach(request -> request.write(facts));
        return new WireWriter()
                .raw(STEP_VERSION)
                .count(requests.size())
                .tail(facts.toBytes())
                .toBytes();
    }

    static List<RequestMeasurement> readRequests(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, STEP_VERSION);
        int size = in.size();
        List<RequestMeasurement> requests = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            requests.add(RequestMeasurement.read(in));
        }
        return requests;
    }

    static byte[] sketches(MetricSketches sketches) {
        WireWriter out = new WireWriter().raw(STEP_VERSION);
        sketches.write(out);
        return out.toBytes();
    }

    static MetricSketches readSketches(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, STEP_VERSION);
        return MetricSketches.read(in);
    }
}
