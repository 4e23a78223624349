package io.tidemark.producer.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A server on loopback that reads requests and answers with whatever bytes its script says, one thread per connection. */
public final class RawServer implements AutoCloseable {
    private final ServerSocket socket;
    private final Script script;
    private final List<Socket> open = Collections.synchronizedList(new ArrayList<>());
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    /** Answers one request. */
    @FunctionalInterface
    public interface Script {
        /** Returns whether the connection stays open. */
        boolean answer(Request request, OutputStream out) throws IOException, InterruptedException;
    }

    /** What came. {@code onConnection} counts the requests of its connection from 0, {@code overall} all of the server's. */
    public record Request(String head, String body, int onConnection, int overall) {
        public String path() {
            return head.split(" ", 3)[1];
        }
    }

    public RawServer(Script script) throws IOException {
        this(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), script);
    }

    public RawServer(ServerSocket socket, Script script) {
        this.socket = socket;
        this.script = script;
        daemon(this::accept).start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    public URI secureUrl() {
        return URI.create("https://localhost:" + socket.getLocalPort());
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        return thread;
    }

    private void accept() {
        try {
            while (true) {
                Socket accepted = socket.accept();
                accepted.setTcpNoDelay(true);
                open.add(accepted);
                daemon(() -> serve(accepted)).start();
            }
        } catch (IOException e) {
            // The listening socket was closed: the server ends.
        }
    }

    private void serve(Socket accepted) {
        try (accepted) {
            InputStream in = new BufferedInputStream(accepted.getInputStream());
            boolean stays = true;
            for (int n = 0; stays; n++) {
                Request request = read(in, n);
                if (request == null) {
                    return;
                }
                stays = script.answer(request, accepted.getOutputStream());
            }
        } catch (IOException | InterruptedException e) {
            // The client went away or the test is over.
        }
    }

    private Request read(InputStream in, int onConnection) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.append((char) b);
        }
        int length = 0;
        for (String line : head.toString().lines().toList()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        synchronized (requests) {
            Request request = new Request(head.toString(), body, onConnection, requests.size());
            requests.add(request);
            return request;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket left : List.copyOf(open)) {
            left.close();
        }
    }
}
