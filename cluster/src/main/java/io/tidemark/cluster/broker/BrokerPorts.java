package io.tidemark.cluster.broker;

import com.google.common.io.Closer;
import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.ListenException;
import io.tidemark.schemas.net.HostPort;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of one broker, by the names of their listeners, bound before it starts. The port is then known when the settings are
 * written, and no other process can take it in between, as happens when a free port is looked up, let go and bound again.
 */
final class BrokerPorts implements ServerSocketFactory, Closeable {
    /** For all clients. */
    static final String CLIENTS = "CLIENTS";
    /** For clients on this machine, where another address, which this machine need not reach, is advertised to other clients. */
    static final String LOCAL = "LOCAL";

    static final String CONTROLLER = "CONTROLLER";

    private final Map<String, HostPort> listening = new LinkedHashMap<>();
    private final Map<String, ServerSocketChannel> unclaimed = new ConcurrentHashMap<>();

    private BrokerPorts() {}

    static BrokerPorts bind(KafkaOptions options) {
        BrokerPorts ports = new BrokerPorts();
        try {
            ports.bind(CLIENTS, "kafka.port", new HostPort(options.host(), options.port()));
            if (options.advertised().isPresent()) {
                ports.bind(LOCAL, "kafka.localPort", new HostPort(KafkaOptions.LOOPBACK, 0));
            }
            ports.bind(
                    CONTROLLER, "kafka.controllerPort", new HostPort(KafkaOptions.LOOPBACK, options.controllerPort()));
            return ports;
        } catch (ClusterException e) {
            ports.unclaimed.values().forEach(socket -> closeQuietly(socket, e));
            throw e;
        }
    }

    /** Listeners with the addresses that they are bound to. */
    Map<String, HostPort> listening() {
        return Map.copyOf(listening);
    }

    /** @throws IllegalArgumentException if there is no such listener */
    HostPort of(String listener) {
        HostPort address = listening.get(listener);
        if (address == null) {
            throw new IllegalArgumentException(
                    "listener must be one of " + listening.keySet() + " but was " + listener);
        }
        return address;
    }

    /** Hands each bound socket over once; the broker owns it from then on. */
    @Override
    public ServerSocketChannel openServerSocket(
            String listenerName, InetSocketAddress address, int backlogSize, int receiveBufferSizeBytes)
            throws IOException {
        ServerSocketChannel bound = unclaimed.remove(listenerName);
        if (bound == null) {
            throw new IOException(
                    "listener " + listenerName + " asked for " + address + ", which was not bound for it");
        }
        return bound;
    }

    /** Closes the sockets that were not taken. */
    @Override
    public void close() {
        try (Closer sockets = Closer.create()) {
            unclaimed.values().forEach(sockets::register);
            unclaimed.clear();
        } catch (IOException e) {
            throw new ClusterException("could not close an unused socket: " + e, e);
        }
    }

    private void bind(String listener, String setting, HostPort address) {
        ServerSocketChannel bound = bound(setting, address);
        unclaimed.put(listener, bound);
        listening.put(listener, address.withPort(bound.socket().getLocalPort()));
    }

    private static ServerSocketChannel bound(String setting, HostPort address) {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.configureBlocking(false);
            channel.bind(address.resolved());
            return channel;
        } catch (IOException | java.nio.channels.UnresolvedAddressException e) {
            ClusterException failure = new ListenException(setting, address, e);
            if (channel != null) {
                closeQuietly(channel, failure);
            }
            throw failure;
        }
    }

    private static void closeQuietly(ServerSocketChannel channel, ClusterException because) {
        try {
            channel.close();
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }
}
