package io.tidemark.web.server;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.jspecify.annotations.Nullable;

/** Closes connections of an address that has its most open already. Jetty's own limits count all addresses together. Thread-safe. */
final class AddressConnections implements Connection.Listener {
    private final int most;
    private final Map<String, Integer> open = new HashMap<>();
    /** Of open connections: a closed one does not know its address. */
    private final Map<Connection, String> addresses = new HashMap<>();

    AddressConnections(int most) {
        this.most = most;
    }

    /** Not of what TLS carries, which is opened within a connection of the network. */
    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint() instanceof SocketChannelEndPoint network
                && network.getRemoteSocketAddress() instanceof InetSocketAddress remote
                && add(connection, remote.getAddress().getHostAddress()) > most) {
            network.close();
        }
    }

    private synchronized int add(Connection connection, String address) {
        addresses.put(connection, address);
        return open.merge(address, 1, Integer::sum);
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        @Nullable String address = addresses.remove(connection);
        if (address != null) {
            open.computeIfPresent(address, (unused, count) -> count == 1 ? null : count - 1);
        }
    }
}
