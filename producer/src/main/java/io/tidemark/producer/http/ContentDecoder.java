package io.tidemark.producer.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.compression.ZlibCodecFactory;
import io.netty.handler.codec.compression.ZlibWrapper;
import io.netty.handler.codec.compression.Zstd;
import io.netty.handler.codec.compression.ZstdDecoder;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Undoes the Content-Encoding of a body, read by read: what a read completes is there at once. Must be {@linkplain #close() closed}. Not
 * thread-safe.
 */
public final class ContentDecoder implements AutoCloseable {
    private final EmbeddedChannel channel;

    private ContentDecoder(ChannelHandler decoder) {
        this.channel = new EmbeddedChannel(decoder);
    }

    /** Empty for an encoding that is not known here, as br, and for several, one on the other. */
    public static Optional<ContentDecoder> of(String contentEncoding) {
        return switch (contentEncoding.strip().toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" ->
                Optional.of(new ContentDecoder(ZlibCodecFactory.newZlibDecoder(ZlibWrapper.GZIP, 0)));
            case "deflate" ->
                Optional.of(new ContentDecoder(ZlibCodecFactory.newZlibDecoder(ZlibWrapper.ZLIB_OR_NONE, 0)));
            case "zstd" -> Zstd.isAvailable() ? Optional.of(new ContentDecoder(new ZstdDecoder())) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /**
     * Decodes the next piece of the body.
     *
     * @param decoded takes what comes out of it, and must not keep it
     * @throws CodecException if it is not what its encoding says
     */
    public void decode(ByteBuf piece, Consumer<ByteBuf> decoded) {
        channel.writeInbound(piece.retainedSlice());
        for (ByteBuf out = channel.readInbound(); out != null; out = channel.readInbound()) {
            try {
                decoded.accept(out);
            } finally {
                out.release();
            }
        }
    }

    /** Drops what was not decoded; what is wrong with the rest of a body does not matter. */
    @Override
    public void close() {
        var unused = channel.close();
        boolean unusedToo = channel.releaseInbound();
    }
}
