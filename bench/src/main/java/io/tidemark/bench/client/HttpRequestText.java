package io.tidemark.bench.client;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** HTTP by hand, as far as the bare client needs it. */
final class HttpRequestText {
    private HttpRequestText() {}

    /** A whole request. */
    static ByteBuffer post(InetSocketAddress server, String id, byte[] body) {
        byte[] head = ("POST /v1/chat/completions HTTP/1.1\r\nHost: " + server.getHostString() + ":" + server.getPort()
                        + "\r\nContent-Type: application/json\r\nX-Request-Id: " + id + "\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .flip();
    }
}
