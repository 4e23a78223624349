package io.tidemark.bench.front;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Opens connections that each send the same text, and reads all that comes until every one of them has been closed. */
final class StreamDrain {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InetSocketAddress server;
    private final byte[] request;

    StreamDrain(InetSocketAddress server, String request) {
        this.server = server;
        this.request = request.getBytes(StandardCharsets.US_ASCII);
    }

    /** Is told when all connections are open and their texts sent. */
    @FunctionalInterface
    interface Opened {
        void all() throws IOException, InterruptedException;
    }

    /**
     * Reads them to their ends.
     *
     * @return bytes that came
     */
    long read(int connections, Opened onOpened) throws IOException, InterruptedException {
        List<SocketChannel> opened = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                opened.add(open(selector));
            }
            onOpened.all();
            return readAll(selector, connections);
        } finally {
            for (SocketChannel channel : opened) {
                channel.close();
            }
        }
    }

    private SocketChannel open(Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        ByteBuffer text = ByteBuffer.wrap(request);
        while (text.hasRemaining()) {
            channel.write(text);
        }
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        return channel;
    }

    private static long readAll(Selector selector, int connections) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long bytes = 0;
        int open = connections;
        while (open > 0) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                buffer.clear();
                int read = ((SocketChannel) key.channel()).read(buffer);
                bytes += Math.max(0, read);
                if (read < 0) {
                    key.cancel();
                    open--;
                }
            }
            selector.selectedKeys().clear();
        }
        return bytes;
    }
}
