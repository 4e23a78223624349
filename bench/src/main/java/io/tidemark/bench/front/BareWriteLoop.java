package io.tidemark.bench.front;

import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The yardstick, in a JVM of its own: at the end of each step it writes the same bytes to every connection, one after the
 * other, and prints how late the first and the last write of each step was.
 */
public final class BareWriteLoop {
    private static final NanoClock CLOCK = NanoClock.SYSTEM;
    private static final int BACKLOG = 4096;
    /** As the simulator's engine: later than that the time is lost, and the next step is not late because of it. */
    private static final long CATCH_UP_NANOS = 250_000_000L;

    private BareWriteLoop() {}

    /** Connections, steps, nanoseconds per step, bytes per write. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        List<SocketChannel> streams = new ArrayList<>();
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            out.println(server.socket().getLocalPort());
            int connections = Integer.parseInt(arguments[0]);
            while (streams.size() < connections) {
                SocketChannel stream = server.accept();
                stream.socket().setTcpNoDelay(true);
                stream.read(ByteBuffer.allocate(1 << 10));
                streams.add(stream);
            }
            write(streams, arguments, out);
        } finally {
            for (SocketChannel stream : streams) {
                stream.close();
            }
        }
    }

    private static void write(List<SocketChannel> streams, String[] arguments, PrintStream out) throws IOException {
        int steps = Integer.parseInt(arguments[1]);
        long stepNanos = Long.parseLong(arguments[2]);
        ByteBuffer bytes = ByteBuffer.allocateDirect(Integer.parseInt(arguments[3]));
        StringBuilder lates = new StringBuilder();
        long dueNanos = CLOCK.nanos() + stepNanos;
        for (int i = 0; i < steps; i++) {
            parkUntil(dueNanos);
            long firstNanos = 0;
            for (SocketChannel stream : streams) {
                bytes.clear();
                while (bytes.hasRemaining()) {
                    stream.write(bytes);
                }
                firstNanos = firstNanos == 0 ? CLOCK.nanos() : firstNanos;
            }
            lates.append(firstNanos - dueNanos)
                    .append(' ')
                    .append(CLOCK.nanos() - dueNanos)
                    .append(',');
            dueNanos = Math.max(dueNanos, CLOCK.nanos() - CATCH_UP_NANOS) + stepNanos;
        }
        out.println(lates);
    }

    private static void parkUntil(long nanos) {
        for (long left = nanos - CLOCK.nanos(); left > 0; left = nanos - CLOCK.nanos()) {
            LockSupport.parkNanos(left);
        }
    }
}
