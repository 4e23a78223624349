package io.tidemark.streams.inbox;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/** Bytes of {@link TargetInboxRecord}: version, kind, body. */
public final class TargetInboxCodec {
    private static final int BINDING = 1;
    private static final int SCRAPE = 2;

    private TargetInboxCodec() {}

    public static byte[] encode(TargetInboxRecord target) {
        WireWriter out = WireWriter.versioned();
        if (target instanceof TargetInboxRecord.Binding binding) {
            out.raw(BINDING).text(binding.run()).optional(binding.endedMicros());
        } else if (target instanceof TargetInboxRecord.Scrape scrape) {
            out.raw(SCRAPE).tail(AvroBytes.encode(ServerSample.getEncoder(), scrape.sample()));
        }
        return out.toBytes();
    }

    /** @throws WireFormatException if these bytes were not written by {@link #encode} */
    public static TargetInboxRecord decode(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        int kind = in.raw();
        if (kind == SCRAPE) {
            return new TargetInboxRecord.Scrape(AvroBytes.decode(ServerSample.getDecoder(), in.tail()));
        }
        if (kind != BINDING) {
            throw WireFormatException.unknown("target-inbox record has kind " + kind);
        }
        TargetInboxRecord.Binding binding = new TargetInboxRecord.Binding(in.text(), in.optional());
        in.requireEnd();
        return binding;
    }
}
