package io.tidemark.bench.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Idle connections from a hundred addresses of this machine, and slow heads, slow bodies and slow queries from an address each, at once. What is cut begins
 * anew.
 */
final class Attack implements AutoCloseable {
    static final String OPEN = "/open";
    static final String SLOW = "/slow";

    /** What connections begin with; after that a byte comes each second, but on idle ones. */
    private static final List<String> HEADS = List.of(
            "",
            "GET " + OPEN + " HTTP/1.1\r\nHost: localhost\r\nX: ",
            "POST " + OPEN + " HTTP/1.1\r\nHost: localhost\r\nX-Tidemark-Console: 1\r\nContent-Length: 4000\r\n\r\n");

    private static final Duration BETWEEN_BYTES = Duration.ofSeconds(1);
    /** At a time, of one caller. */
    private static final int QUERIES = 20;

    private static final int IDLE_ADDRESSES = 100;

    private final URI url;
    private final int connections;
    private final int idle;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch begun = new CountDownLatch(HEADS.size());
    private final CountDownLatch ending = new CountDownLatch(1);
    private final AtomicIntegerArray held = new AtomicIntegerArray(HEADS.size());
    private final AtomicLong queries = new AtomicLong();

    private Attack(URI url, int connections, int idle) {
        this.url = url;
        this.connections = connections;
        this.idle = idle;
    }

    /**
     * Returns when every connection was tried.
     *
     * @param connections of slow heads, and of slow bodies
     * @param idle connections that send nothing
     */
    static Attack start(URI url, int connections, int idle) throws InterruptedException {
        Attack attack = new Attack(url, connections, idle);
        for (int kind = 0; kind < HEADS.size(); kind++) {
            int one = kind;
            attack.threads.execute(() -> attack.hold(one));
        }
        for (int i = 0; i < QUERIES; i++) {
            attack.threads.execute(attack::query);
        }
        attack.begun.await();
        return attack;
    }

    /** Connections that were open when it last looked. */
    int held() {
        int all = 0;
        for (int kind = 0; kind < held.length(); kind++) {
            all += held.get(kind);
        }
        return all;
    }

    /** Slow queries that were answered. */
    long queries() {
        return queries.get();
    }

    private void hold(int kind) {
        List<Socket> sockets = new ArrayList<>();
        int wanted = HEADS.get(kind).isEmpty() ? idle : connections;
        try {
            do {
                sockets.removeIf(socket -> !isOpen(socket, HEADS.get(kind)));
                held.set(kind, sockets.size());
                while (sockets.size() < wanted) {
                    sockets.add(opened(address(kind, sockets.size()), HEADS.get(kind)));
                }
                begun.countDown();
            } while (!ending.await(BETWEEN_BYTES.toMillis(), TimeUnit.MILLISECONDS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.forEach(Attack::close);
        }
    }

    private void query() {
        String request = "GET " + SLOW
                + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer attacker\r\nConnection: close\r\n\r\n";
        while (ending.getCount() > 0) {
            try (Socket socket = opened(address(HEADS.size(), 0), request)) {
                socket.setSoTimeout(0);
                socket.getInputStream().readAllBytes();
                queries.incrementAndGet();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Of slow heads, bodies and queries one each: the limit of an address holds for each kind. */
    private static InetAddress address(int kind, int number) throws IOException {
        int last = kind < HEADS.size() && HEADS.get(kind).isEmpty() ? 2 + number % IDLE_ADDRESSES : 2;
        return InetAddress.getByAddress(new byte[] {127, 0, (byte) kind, (byte) last});
    }

    private Socket opened(InetAddress from, String head) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        socket.setSoTimeout(1);
        boolean unused = isSent(socket, head);
        return socket;
    }

    /** Sends the next byte, if it sends any; whether the server has neither answered nor closed it. */
    private static boolean isOpen(Socket socket, String head) {
        try {
            if (isSent(socket, head.isEmpty() ? "" : "x")) {
                int unused = socket.getInputStream().read();
            }
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            // It was reset.
        }
        close(socket);
        return false;
    }

    private static boolean isSent(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return true;
        } catch (IOException e) {
            return false; // A connection too many is closed at once.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        ending.countDown();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the attack did not end within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
