package io.tidemark.producer.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy on loopback: CONNECT makes a tunnel, an absolute URL is passed on. One thread per direction. */
public final class ForwardProxy implements AutoCloseable {
    private static final String REFUSED = String.join(
            "\r\n",
            "HTTP/1.1 407 Proxy Authentication Required",
            "Proxy-Authenticate: Basic realm=\"proxy\"",
            "Content-Length: 0",
            "",
            "");

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Optional<String> authorization;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    /** @param authorization value of Proxy-Authorization that it insists on */
    public ForwardProxy(Optional<String> authorization) throws IOException {
        this.authorization = authorization;
        daemon(() -> {
            while (true) {
                Socket accepted = socket.accept();
                open.add(accepted);
                daemon(() -> serve(accepted));
            }
        });
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Heads of the requests that it got. */
    public List<String> heads() {
        return List.copyOf(heads);
    }

    private void serve(Socket client) throws IOException {
        String head = head(client.getInputStream());
        heads.add(head);
        OutputStream back = client.getOutputStream();
        if (authorization.isPresent() && !head.contains(authorization.get())) {
            back.write(ascii(REFUSED));
            client.close();
            return;
        }
        String[] line = head.split(" ", 3);
        boolean tunnel = line[0].equals("CONNECT");
        URI target = URI.create(tunnel ? "tcp://" + line[1] : line[1]);
        Socket server = new Socket(target.getHost(), target.getPort());
        open.add(server);
        if (tunnel) {
            back.write(ascii("HTTP/1.1 200 Connection established\r\n\r\n"));
        } else {
            server.getOutputStream().write(ascii(line[0] + " " + target.getRawPath() + " " + line[2]));
        }
        daemon(() -> server.getInputStream().transferTo(back));
        client.getInputStream().transferTo(server.getOutputStream());
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return head.toString();
            }
            head.append((char) b);
        }
        return head.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One side went away, or the test is over.
                    }
                },
                "forward-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket left : open) {
            left.close();
        }
    }
}
