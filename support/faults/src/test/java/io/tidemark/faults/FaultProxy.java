package io.tidemark.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A TCP proxy on loopback whose line can be made bad while connections are open. Thread-safe. */
final class FaultProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int upstreamPort;
    private final SplittableRandom random;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong resets = new AtomicLong();
    private volatile ProxyFault fault = ProxyFault.NONE;

    private FaultProxy(ServerSocket listener, int upstreamPort, long seed) {
        this.listener = listener;
        this.upstreamPort = upstreamPort;
        this.random = new SplittableRandom(seed);
    }

    /** @param seed of the resets */
    static FaultProxy start(int port, int upstreamPort, long seed) {
        try {
            ServerSocket listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            FaultProxy proxy = new FaultProxy(listener, upstreamPort, seed);
            new Thread(proxy::accept, "proxy-" + port).start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void set(ProxyFault next) {
        fault = next;
    }

    ProxyFault fault() {
        return fault;
    }

    /** Ends all connections with a reset. */
    void resetAll() {
        sockets.forEach(this::reset);
    }

    long resets() {
        return resets.get();
    }

    boolean isOpen() {
        return !listener.isClosed();
    }

    /** Whether the next piece is to end in a reset. */
    synchronized boolean drawReset() {
        return random.nextDouble() < fault.resetShare();
    }

    void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            resets.incrementAndGet();
        } catch (IOException e) {
            // Closed already: there is nothing left to reset.
        }
        close(socket);
    }

    void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(this::close);
    }

    /** A thread's top. */
    private void accept() {
        while (isOpen()) {
            try {
                join(listener.accept());
            } catch (IOException e) {
                // Closed, or the client went away at once: the loop sees which.
            }
        }
    }

    private void join(Socket client) throws IOException {
        sockets.add(client);
        try {
            Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort);
            sockets.add(upstream);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            new Thread(new ProxyPump(this, client, upstream, false), "pump-up").start();
            new Thread(new ProxyPump(this, upstream, client, true), "pump-down").start();
        } catch (IOException e) {
            close(client);
            throw e;
        }
    }
}
