package io.tidemark.bench.referenceserver;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of known write times, in a process of its own: bare sockets, one thread that reads and one that writes. It says
 * where it listens; for each line "log" it says how late it wrote and lists its requests, and it ends with its standard input.
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

    private void tell(PrintStream out) {
        ReferenceWriter.Ledger ledger = writer.take();
        out.println(spread(ledger.lateness));
        out.println(ledger.cut);
        ledger.ended.forEach(stream -> out.println(stream.log().line()));
        out.println();
        out.flush();
    }

    /** Count, p50, p99 and the greatest, in nanoseconds. */
    private static String spread(LogHistogram values) {
        return values.isEmpty()
                ? "0 0 0 0"
                : values.count() + " " + values.quantile(0.5) + " " + values.quantile(0.99) + " "
                        + values.max().getAsLong();
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
}
