package io.tidemark.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a proxied connection.
 *
 * @param isAnswers whether it is the server's
 */
record ProxyPump(FaultProxy proxy, Socket from, Socket to, boolean isAnswers) implements Runnable {
    private static final int PIECE_BYTES = 16 << 10;
    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();
    private static final double NANOS_PER_SECOND = 1e9;

    /** A thread's top. */
    @Override
    public void run() {
        try {
            pump(from.getInputStream(), to.getOutputStream());
        } catch (IOException e) {
            // One end is gone: so is the other.
        }
        proxy.close(from);
        proxy.close(to);
    }

    private void pump(InputStream in, OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int size = in.read(piece); size >= 0; size = in.read(piece)) {
            holdUp(size);
            if (proxy.drawReset()) {
                proxy.reset(from);
                proxy.reset(to);
                return;
            }
            out.write(piece, 0, size);
        }
    }

    /** What arrives while nothing passes is kept, as TCP would send it again. */
    private void holdUp(int size) {
        ProxyFault fault = proxy.fault();
        long nanos = fault.delay().toNanos() + (long) (NANOS_PER_SECOND * size / fault.bytesPerSecond());
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
        while (proxy.fault().holds(isAnswers) && proxy.isOpen() && !to.isClosed()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
