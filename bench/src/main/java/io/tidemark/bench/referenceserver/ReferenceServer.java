package io.tidemark.bench.referenceserver;

import io.tidemark.bench.harness.JavaProcess;
import io.tidemark.bench.referenceserver.ReferenceServerProcess.ServerLog;
import io.tidemark.bench.referenceserver.ReferenceWriter.ReferenceStream;
import io.tidemark.schemas.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A server of known write times, in a process of its own: bare sockets, one thread that reads and one that writes. It prints
 * where it listens; for each line "log" it prints a {@code ServerLog} as a line of JSON, and it ends with its standard input.
 */
public final class ReferenceServer {
    private static final int BACKLOG = 4_096;

    private final NanoClock clock;
    private final ReferenceWriter writer;
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final AtomicInteger serials = new AtomicInteger();

    private ReferenceServer(NanoClock clock) throws IOException {
        this.clock = clock;
        this.writer = new ReferenceWriter(clock);
        this.selector = Selector.open();
        this.listening = ServerSocketChannel.open();
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT);
    }

    public static void main(String[] arguments) throws IOException {
        ReferenceServer server = new ReferenceServer(NanoClock.SYSTEM);
        PrintStream out = System.out;
        out.println("http://127.0.0.1:" + server.listening.socket().getLocalPort());
        server.writer.start();
        Thread reader = new Thread(server::read, "paced-reader");
        reader.setDaemon(true);
        reader.start();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            server.tell(out);
        }
        server.writer.stop();
    }

    private void tell(PrintStream out) throws IOException {
        ReferenceWriter.Ledger ledger = writer.take();
        out.println(JavaProcess.line(new ServerLog(
                ledger.lateness.isEmpty() ? 0 : ledger.lateness.quantile(0.99),
                ledger.ended.stream()
                        .map(ReferenceStream::log)
                        .collect(Collectors.toMap(
                                ServerRequestRecord::request, Function.identity(), (first, last) -> last)))));
        out.flush();
    }

    private void read() {
        try {
            while (listening.isOpen()) {
                selector.select(this::ready);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the paced server cannot read", e);
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof ReferenceConnection connection) {
            connection.read(key);
            return;
        }
        try {
            for (SocketChannel accepted = listening.accept(); accepted != null; accepted = listening.accept()) {
                accepted.configureBlocking(false);
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                ReferenceConnection connection = new ReferenceConnection(accepted, clock, writer, serials);
                SelectionKey reading = accepted.register(selector, SelectionKey.OP_READ, connection);
                connection.read(reading);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the paced server cannot accept", e);
        }
    }

    /** The reading half of a connection: one request after the other, each whole before it is answered. */
    private static final class ReferenceConnection {
        private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");
        private static final int FIRST_BYTES = 4 << 10;

        private final SocketChannel channel;
        private final NanoClock clock;
        private final ReferenceWriter writer;
        private final AtomicInteger serials;
        private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);

        /** @param serials where the next request's number is from */
        ReferenceConnection(SocketChannel channel, NanoClock clock, ReferenceWriter writer, AtomicInteger serials) {
            this.channel = channel;
            this.clock = clock;
            this.writer = writer;
            this.serials = serials;
        }

        /** Reads what there is; hands the request over if that completed one. */
        void read(SelectionKey key) {
            try {
                int read = channel.read(bytes);
                long readNanos = clock.nanos();
                if (read < 0) {
                    channel.close();
                } else if (read > 0) {
                    handOver(readNanos);
                }
            } catch (IOException e) {
                // The client is gone: what it got is in its own log.
                key.cancel();
            }
        }

        /** A request that is whole is left to the writing thread to look at, so that the next one is read and stamped at once. */
        private void handOver(long readNanos) {
            if (!bytes.hasRemaining()) {
                bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
            int headEnd = text.indexOf("\r\n\r\n");
            if (headEnd < 0) {
                return;
            }
            Matcher length = LENGTH.matcher(text).region(0, headEnd);
            if (text.length() < headEnd + 4 + (length.find() ? Integer.parseInt(length.group(1)) : 0)) {
                return;
            }
            bytes.clear();
            writer.handOver(new ReceivedRequest(channel, text, serials.getAndIncrement(), readNanos));
        }
    }
}
