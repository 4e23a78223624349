package io.tidemark.app.stack;

import io.tidemark.schemas.net.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections to a port on to another one, as a container engine does with a published port. */
final class PortMapping implements AutoCloseable {
    private final HostPort address;
    private final ServerSocket listening;
    private final CompletableFuture<HostPort> destination = new CompletableFuture<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "port-mapping");
        thread.setDaemon(true);
        return thread;
    });

    /** On a free port of that host; connections wait until it is known where they go. */
    PortMapping(String host) {
        try {
            listening = new ServerSocket();
            listening.bind(new HostPort(host, 0).resolved());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        address = new HostPort(host, listening.getLocalPort());
        threads.execute(this::accept);
    }

    /** Where clients connect. */
    HostPort address() {
        return address;
    }

    void to(HostPort listener) {
        destination.complete(listener);
    }

    /** How many connections came so far. */
    int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket client = kept(listening.accept());
                connections.incrementAndGet();
                threads.execute(() -> connect(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void connect(Socket client) {
        HostPort to = destination.join();
        try {
            Socket server = kept(new Socket(to.resolved().getAddress(), to.port()));
            threads.execute(() -> pass(client, server));
            pass(server, client);
        } catch (IOException e) {
            closeQuietly(client);
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one end is gone, and so is the other
        }
    }

    private Socket kept(Socket socket) {
        open.add(socket);
        return socket;
    }

    private static void closeQuietly(AutoCloseable closed) {
        try {
            closed.close();
        } catch (Exception e) {
            // it is gone, as it was to be
        }
    }

    @Override
    public void close() {
        closeQuietly(listening);
        destination.cancel(false);
        open.forEach(PortMapping::closeQuietly);
        threads.shutdownNow();
    }
}
