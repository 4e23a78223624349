package io.tidemark.producer.calibrate;

import io.tidemark.producer.validity.ServerTokenTimes;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A server that writes tokens by a schedule, on one thread of its own, and logs when it wrote each: taken just before the write, so that a
 * client's error is never made smaller than it is. Plain sockets and nothing else, so that it starts at once and shares no code with the
 * client that is measured.
 */
public final class PacedCalibrationServer implements CalibrationServer {
    private static final int BACKLOG = 4_096;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long IDLE_MILLIS = 1_000;

    private final NanoClock clock;
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final PriorityQueue<PacedServerConnection> due = new PriorityQueue<>();
    private final List<PacedResponse> log = new ArrayList<>();
    private final ConcurrentLinkedQueue<CompletableFuture<List<ServerTokenTimes>>> asked =
            new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    private PacedCalibrationServer(NanoClock clock) throws IOException {
        this.clock = clock;
        this.selector = Selector.open();
        this.listening = ServerSocketChannel.open();
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listening.configureBlocking(false);
        var unused = listening.register(selector, SelectionKey.OP_ACCEPT);
        this.thread = new Thread(this::run, "tidemark-paced");
        thread.setDaemon(true);
    }

    /**
     * Listens on a free port of loopback.
     *
     * @throws UncheckedIOException if it cannot
     */
    public static PacedCalibrationServer start(NanoClock clock) {
        try {
            PacedCalibrationServer server = new PacedCalibrationServer(clock);
            server.thread.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("the calibration server cannot listen on loopback: " + e.getMessage(), e);
        }
    }

    public int port() {
        return listening.socket().getLocalPort();
    }

    @Override
    public URI url(ResponsePacing pacing) {
        return url(port(), pacing);
    }

    /** Where one that listens on this port of loopback answers in this pacing. */
    public static URI url(int port, ResponsePacing pacing) {
        return URI.create("http://127.0.0.1:" + port + pacing.path());
    }

    @Override
    public List<ServerTokenTimes> tokenTimes() {
        CompletableFuture<List<ServerTokenTimes>> answer = new CompletableFuture<>();
        asked.add(answer);
        selector.wakeup();
        if (!thread.isAlive()) {
            failAsked(new IllegalStateException("the calibration server has ended"));
        }
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("the calibration server cannot report its writes: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (listening;
                selector) {
            while (!closed) {
                selector.select(this::handle, waitMillis());
                writeDue();
                answerAsked();
            }
            selector.keys().forEach(PacedCalibrationServer::drop);
            failAsked(new IllegalStateException("the calibration server was closed"));
        } catch (Exception e) {
            failAsked(e);
        }
    }

    /** A selector waits whole milliseconds, so a write may be one late, as the log shows; a read never waits for a write. */
    private long waitMillis() {
        PacedServerConnection next = due.peek();
        if (next == null) {
            return IDLE_MILLIS;
        }
        return Math.max(1, (next.dueNanos() - clock.nanos()) / NANOS_PER_MILLI);
    }

    private void handle(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
                return;
            }
            PacedServerConnection connection = (PacedServerConnection) key.attachment();
            if (connection.read()) {
                due.add(connection);
            }
        } catch (IOException e) {
            // The client has gone, as it may; what it was still owed is dropped with it.
            drop(key);
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = listening.accept();
        if (channel == null) {
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(new PacedServerConnection(channel, clock, log::add));
    }

    private void writeDue() {
        long now = clock.nanos();
        while (!due.isEmpty() && due.peek().dueNanos() <= now) {
            PacedServerConnection connection = due.remove();
            if (writeNext(connection)) {
                due.add(connection);
            }
        }
    }

    private static boolean writeNext(PacedServerConnection connection) {
        try {
            return connection.writeNext();
        } catch (IOException e) {
            // The client has disconnected: there is nothing to write to any more.
            connection.close();
            return false;
        }
    }

    private static void drop(SelectionKey key) {
        key.cancel();
        if (key.attachment() instanceof PacedServerConnection connection) {
            connection.close();
        }
    }

    private void answerAsked() {
        for (CompletableFuture<List<ServerTokenTimes>> next = asked.poll(); next != null; next = asked.poll()) {
            next.complete(log.stream().map(PacedResponse::tokenTimes).toList());
        }
    }

    private void failAsked(Exception cause) {
        for (CompletableFuture<List<ServerTokenTimes>> next = asked.poll(); next != null; next = asked.poll()) {
            next.completeExceptionally(cause);
        }
    }
}
