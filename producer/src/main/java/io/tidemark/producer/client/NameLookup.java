package io.tidemark.producer.client;

import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a host's name up with the platform's resolver, on a thread of its own: a slow name server stops no stamping. The
 * platform keeps answers for 30 s, failures for 10 s, by default. All but the look-up itself is on the client's loop;
 * connections that wait at the same time share one look-up.
 */
final class NameLookup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NameLookup.class);

    private final EventLoop loop;
    private final String host;
    private final int port;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("tidemark-names", true));
    private final List<Consumer<Found>> waiting = new ArrayList<>();

    NameLookup(EventLoop loop, String host, int port) {
        this.loop = loop;
        this.host = host;
        this.port = port;
    }

    /** Addresses in the resolver's order; none: the name is not known. */
    record Found(List<InetSocketAddress> addresses) {}

    /** Tells the loop, at once where the host is an address. */
    void find(Consumer<Found> asked) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        if (literal != null) {
            asked.accept(new Found(List.of(new InetSocketAddress(literal, port))));
            return;
        }
        waiting.add(asked);
        if (waiting.size() == 1) {
            thread.execute(() -> {
                Found found = lookUp();
                loop.execute(() -> tell(found));
            });
        }
    }

    private Found lookUp() {
        try {
            return new Found(Arrays.stream(InetAddress.getAllByName(host))
                    .map(address -> new InetSocketAddress(address, port))
                    .toList());
        } catch (UnknownHostException | RuntimeException e) {
            // Names that no resolver would take are refused by exceptions of other kinds, and whoever waits must hear
            // of it.
            LOG.debug("the name {} cannot be resolved", host, e);
            return new Found(List.of());
        }
    }

    private void tell(Found found) {
        List<Consumer<Found>> told = List.copyOf(waiting);
        waiting.clear();
        told.forEach(asked -> asked.accept(found));
    }

    @Override
    public void close() {
        // A look-up that hangs holds nobody up: the thread is a daemon.
        thread.shutdownNow();
    }
}
