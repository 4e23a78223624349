package io.tidemark.bench.client;

import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The yardstick: one thread, one selector, a stamp before each read, and no parsing but a search for the first content and for
 * the end.
 */
final class BareSocketClient implements BenchmarkClient {
    private static final int READ_BYTES = 64 << 10;

    private final InetSocketAddress server;
    private final NanoClock clock;

    BareSocketClient(URI server, NanoClock clock) {
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.clock = clock;
    }

    @Override
    public String name() {
        return "bare sockets";
    }

    @Override
    public List<ClientStamps> send(ClosedLoad load) {
        try (Selector selector = Selector.open()) {
            Sending sending = new Sending(load);
            for (int i = 0; i < Math.min(load.streams(), load.requests()); i++) {
                SocketChannel channel = SocketChannel.open(server);
                channel.configureBlocking(false);
                sending.next(channel.register(selector, SelectionKey.OP_READ));
            }
            while (sending.seen.size() < load.requests()) {
                selector.select(sending::read);
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            return sending.seen;
        } catch (IOException e) {
            throw new UncheckedIOException("the bare client failed at " + server, e);
        }
    }

    private final class Sending {
        private final ClosedLoad load;
        private final List<ClientStamps> seen = new ArrayList<>();
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
        private int sent;

        Sending(ClosedLoad load) {
            this.load = load;
        }

        void next(SelectionKey key) throws IOException {
            if (sent == load.requests()) {
                key.cancel();
                return;
            }
            int number = sent++;
            ByteBuffer request = HttpRequestText.post(server, load.id(number), load.body(number));
            key.attach(new BareResponseReader(load.id(number), clock.nanos()));
            SocketChannel channel = (SocketChannel) key.channel();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        void read(SelectionKey key) {
            try {
                long stampNanos = clock.nanos();
                buffer.clear();
                int bytes = ((SocketChannel) key.channel()).read(buffer);
                if (bytes < 0) {
                    throw new IOException("the server closed " + key.attachment());
                }
                buffer.flip();
                BareResponseReader answer = (BareResponseReader) key.attachment();
                answer.take(buffer, stampNanos);
                if (answer.isOver()) {
                    seen.add(answer.seen());
                    next(key);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the bare client failed at " + server, e);
            }
        }
    }
}
