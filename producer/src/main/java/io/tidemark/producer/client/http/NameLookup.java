package io.tidemark.producer.client.http;

import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a host's name up with the platform's resolver, on a thread of its own: a slow name server stops no stamping. The
 * platform keeps answers for 30 s, failures for 10 s, by default. All but the look-up itself is on the client's loop;
 * connections that wait at the same time share one look-up. Of several addresses each connection gets the next one, in turn:
 * Netty's own round robin begins at a random one each time, which for a handful of connections is no even share.
 */
final class NameLookup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NameLookup.class);

    private final EventLoop loop;
    private final Resolver resolver;
    private final String host;
    private final int port;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("tidemark-names", true));
    private final List<Consumer<Found>> waiting = new ArrayList<>();
    private int addresses = 1;
    private int taken;

    NameLookup(EventLoop loop, Resolver resolver, InetSocketAddress unresolved) {
        this.loop = loop;
        this.resolver = resolver;
        this.host = unresolved.getHostString();
        this.port = unresolved.getPort();
    }

    /** Knows the addresses of names; may block. */
    @FunctionalInterface
    interface Resolver {
        /** The platform's. */
        Resolver PLATFORM = InetAddress::getAllByName;

        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /** Addresses in the order in which they are to be tried; none: the name is not known. */
    record Found(List<InetSocketAddress> addresses) {}

    /** Notifies the loop, at once where the host is an address. */
    void find(Consumer<Found> asked) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        if (literal != null) {
            taken++;
            asked.accept(new Found(List.of(new InetSocketAddress(literal, port))));
            return;
        }
        waiting.add(asked);
        if (waiting.size() == 1) {
            thread.execute(() -> {
                List<InetAddress> found = lookUp();
                loop.execute(() -> tell(found));
            });
        }
    }

    /** Whether the name has, by the last look-up, an address that no connection was opened to yet. */
    boolean hasUntried() {
        return taken < addresses;
    }

    private List<InetAddress> lookUp() {
        try {
            return List.of(resolver.addresses(host));
        } catch (UnknownHostException | RuntimeException e) {
            // A malformed name causes an exception of another kind; the waiting callers must be notified of it too.
            LOG.debug("the name {} cannot be resolved", host, e);
            return List.of();
        }
    }

    private void tell(List<InetAddress> found) {
        List<Consumer<Found>> listeners = List.copyOf(waiting);
        waiting.clear();
        List<InetAddress> alike = alike(found);
        addresses = Math.max(1, alike.size());
        for (Consumer<Found> asked : listeners) {
            List<InetAddress> inTurn = new ArrayList<>(alike);
            if (!inTurn.isEmpty()) {
                Collections.rotate(inTurn, -(taken++ % inTurn.size()));
            }
            found.stream().filter(address -> !alike.contains(address)).forEach(inTurn::add);
            asked.accept(new Found(inTurn.stream()
                    .map(address -> new InetSocketAddress(address, port))
                    .toList()));
        }
    }

    /**
     * Those of the family that the resolver prefers, in an order that does not change from one look-up to the next. Those of the
     * other family are mostly the same servers once more, so they are there for when the first ones refuse.
     */
    private static List<InetAddress> alike(List<InetAddress> found) {
        return found.stream()
                .filter(address -> address.getClass() == found.get(0).getClass())
                .distinct()
                .sorted(Comparator.comparing(InetAddress::getAddress, Arrays::compareUnsigned))
                .toList();
    }

    @Override
    public void close() {
        // A look-up that hangs does not keep the process alive: the thread is a daemon.
        thread.shutdownNow();
    }
}
