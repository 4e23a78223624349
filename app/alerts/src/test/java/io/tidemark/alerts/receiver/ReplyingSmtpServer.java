package io.tidemark.alerts.receiver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A mail server that answers every recipient with one line, such as {@code 550 no such user}. */
final class ReplyingSmtpServer implements AutoCloseable {
    private final ServerSocket socket;
    private final String reply;

    private ReplyingSmtpServer(ServerSocket socket, String reply) {
        this.socket = socket;
        this.reply = reply;
        Thread thread = new Thread(this::serve, "smtp");
        thread.setDaemon(true);
        thread.start();
    }

    static ReplyingSmtpServer start(String reply) throws IOException {
        return new ReplyingSmtpServer(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), reply);
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        try (Socket client = socket.accept()) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            OutputStream out = client.getOutputStream();
            say(out, "220 test");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                say(out, line.startsWith("RCPT") ? reply : "250 ok");
            }
        } catch (IOException e) {
            // The client or the test has closed the connection: what it was told is what counts.
            return;
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
