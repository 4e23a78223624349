package io.tidemark.bench.referenceserver;

import java.nio.channels.SocketChannel;

/**
 * A request as it was read, not yet looked at.
 *
 * @param text head, empty line and body
 * @param serial counted by the server, from 0
 * @param readNanos after the read that completed it
 */
record ReceivedRequest(SocketChannel channel, String text, int serial, long readNanos) {
    String head() {
        return text.substring(0, headEnd());
    }

    String body() {
        return text.substring(headEnd());
    }

    private int headEnd() {
        return text.indexOf("\r\n\r\n");
    }
}
