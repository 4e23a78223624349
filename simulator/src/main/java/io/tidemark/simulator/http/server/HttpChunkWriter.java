package io.tidemark.simulator.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Writes pieces of a body, each as a chunk of HTTP/1.1 in one buffer and one system call, straight to the connection: on the way
 * through Vert.x and Netty's encoder each would become three buffers and a gathering write, which takes half as long again. Only
 * while nothing of the answer waits in Vert.x's own queue, which must not be overtaken; else it goes that way. Confined to the
 * event loop.
 */
final class HttpChunkWriter {
    private static final byte[] END_OF_LINE = {'\r', '\n'};
    /** Eight digits of length at most, and two ends of line. */
    private static final int FRAME_BYTES = 12;

    private final HttpServerResponse response;
    private final Optional<ChannelHandlerContext> encoder;
    private boolean open;
    private boolean queued;

    HttpChunkWriter(HttpServerRequest request) {
        this.response = request.response();
        this.encoder = request.version() == HttpVersion.HTTP_1_1 ? encoder(request) : Optional.empty();
    }

    /** Empty if the connection is not one of Vert.x's own over TCP. */
    private static Optional<ChannelHandlerContext> encoder(HttpServerRequest request) {
        return request.connection() instanceof HttpServerConnection connection
                ? Optional.ofNullable(
                        connection.channelHandlerContext().pipeline().context(HttpResponseEncoder.class))
                : Optional.empty();
    }

    /** Writes the head too, if it has not been written. */
    void write(Buffer text) {
        if (encoder.isPresent() && straight(encoder.get()) && text.length() > 0) {
            write(text.getBytes(), encoder.get());
            return;
        }
        // A failed write means that the client has gone; the close handler aborts the request.
        var unused = response.write(text);
    }

    /** Whether the head is out and nothing written before is held back by a client that reads too slowly. */
    private boolean straight(ChannelHandlerContext context) {
        queued |= !context.channel().isWritable();
        open = open || (response.isChunked() && response.headWritten());
        return open && !queued;
    }

    private static void write(byte[] text, ChannelHandlerContext context) {
        ByteBuf chunk = context.alloc().directBuffer(text.length + FRAME_BYTES);
        chunk.writeCharSequence(Integer.toHexString(text.length), StandardCharsets.US_ASCII);
        chunk.writeBytes(END_OF_LINE).writeBytes(text).writeBytes(END_OF_LINE);
        var unused = context.writeAndFlush(chunk, context.voidPromise());
    }
}
