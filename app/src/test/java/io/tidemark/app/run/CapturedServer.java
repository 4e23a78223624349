package io.tidemark.app.run;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that is not ours, on a raw socket: gives recorded answers in turn, of those that keep to the request's
 * {@code max_tokens}, cut into writes in an awkward way. It names its model; it has no {@code /metrics},
 * {@code /version} or {@code /tokenize}.
 */
final class CapturedServer implements AutoCloseable {
    static final String MODEL = "tiny-random-llama";
    private static final List<Cuts> CUTS = List.of(Cuts.EVERY_BYTE, Cuts.EVERY_SEVEN_BYTES, Cuts.SEAMS);
    private static final Pattern MAX_TOKENS = Pattern.compile("\"max_tokens\":(\\d+)");

    private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<Served> served = new CopyOnWriteArrayList<>();
    private final List<Capture> captures;

    CapturedServer(Capture... captures) throws IOException {
        this.captures = List.of(captures);
        daemon(this::accept);
    }

    /** A request's body and what it was answered. */
    record Served(String body, Capture capture) {}

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    List<Served> served() {
        return List.copyOf(served);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "captured-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                connection.setTcpNoDelay(true);
                connections.add(connection);
                daemon(() -> serve(connection));
            }
        } catch (IOException e) {
            // The listening socket was closed: the server ends.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                answer(head, body(head, in), connection.getOutputStream());
            }
        } catch (IOException e) {
            // The client went away or the test is over.
        }
    }

    private void answer(String head, String body, OutputStream out) throws IOException {
        if (head.startsWith("POST /v1/")) {
            replay(body, out);
            return;
        }
        boolean models = head.startsWith("GET /v1/models ");
        String json =
                models ? "{\"object\":\"list\",\"data\":[{\"id\":\"" + MODEL + "\"}]}" : "{\"error\":\"no such page\"}";
        String answer = "HTTP/1.1 " + (models ? "200 OK" : "404 Not Found")
                + "\r\nContent-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
        out.write(answer.getBytes(StandardCharsets.UTF_8));
    }

    private void replay(String body, OutputStream out) throws IOException {
        for (byte[] piece : next(body)) {
            out.write(piece);
            out.flush();
        }
    }

    private synchronized List<byte[]> next(String body) {
        Matcher asked = MAX_TOKENS.matcher(body);
        int most = asked.find() ? Integer.parseInt(asked.group(1)) : Integer.MAX_VALUE;
        List<Capture> fitting = captures.stream()
                .filter(capture -> capture.outputTokens() <= most)
                .toList();
        int number = served.size();
        Capture capture = fitting.get(number % fitting.size());
        served.add(new Served(body, capture));
        return CUTS.get(number / fitting.size() % CUTS.size()).pieces(capture.bytes());
    }

    /** A request's head; empty when the client has gone. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static String body(String head, InputStream in) throws IOException {
        int length = head.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
