package io.tidemark.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that stay free while their owner is away: below those that the kernel gives to outgoing connections. */
final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    static int next() {
        int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
        while (!isFree(port)) {
            port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
        }
        return port;
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
