package io.tidemark.streams.inbox;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** Bytes of {@link TargetRecord}, version 1: version, kind, body. */
public final class TargetCodec {
    private static final int VERSION = 1;
    private static final int BINDING = 1;
    private static final int SCRAPE = 2;

    private TargetCodec() {}

    public static byte[] encode(TargetRecord target) {
        WireWriter out = new WireWriter().raw(VERSION);
        if (target instanceof TargetRecord.Binding binding) {
            out.raw(BINDING).text(binding.run()).optional(binding.endedMicros());
        } else if (target instanceof TargetRecord.Scrape scrape) {
            out.raw(SCRAPE).tail(AvroBytes.encode(ServerSample.getEncoder(), scrape.sample()));
        }
        return out.toBytes();
    }

    /** @throws WireFormatException if these bytes were not written by {@link #encode} */
    public static TargetRecord decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(VERSION);
        int kind = in.raw();
        if (kind == SCRAPE) {
            return new TargetRecord.Scrape(AvroBytes.decode(ServerSample.getDecoder(), in.tail()));
        }
        if (kind != BINDING) {
            throw new WireFormatException("target-inbox record has unknown kind " + kind);
        }
        TargetRecord.Binding binding = new TargetRecord.Binding(in.text(), in.optional());
        in.requireEnd();
        return binding;
    }
}
