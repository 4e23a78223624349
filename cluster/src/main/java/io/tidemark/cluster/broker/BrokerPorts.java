package io.tidemark.cluster.broker;

import io.tidemark.cluster.ClusterException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of one broker, bound before it starts. The port is then known when the settings are written, and no other
 * process can take it in between, as happens when a free port is looked up, let go and bound again.
 */
final class BrokerPorts implements ServerSocketFactory, ClosingStack.Closing {
    private final int brokerPort;
    private final int controllerPort;
    private final Map<Integer, ServerSocketChannel> unclaimed = new ConcurrentHashMap<>();

    private BrokerPorts(ServerSocketChannel broker, ServerSocketChannel controller) {
        this.brokerPort = broker.socket().getLocalPort();
        this.controllerPort = controller.socket().getLocalPort();
        unclaimed.put(brokerPort, broker);
        unclaimed.put(controllerPort, controller);
    }

    static BrokerPorts bind(KafkaOptions options) {
        ServerSocketChannel broker = bind("kafka.port", options.host(), options.port());
        try {
            return new BrokerPorts(
                    broker, bind("kafka.controllerPort", KafkaOptions.LOOPBACK, options.controllerPort()));
        } catch (ClusterException e) {
            closeQuietly(broker, e);
            throw e;
        }
    }

    int brokerPort() {
        return brokerPort;
    }

    int controllerPort() {
        return controllerPort;
    }

    /** Hands each bound socket over once; the broker owns it from then on. */
    @Override
    public ServerSocketChannel openServerSocket(
            String listenerName, InetSocketAddress address, int backlogSize, int receiveBufferSizeBytes)
            throws IOException {
        ServerSocketChannel bound = unclaimed.remove(address.getPort());
        if (bound == null) {
            throw new IOException(
                    "listener " + listenerName + " asked for " + address + ", which was not bound for it");
        }
        return bound;
    }

    /** Closes the sockets that nobody took. */
    @Override
    public void close() {
        ClosingStack sockets = new ClosingStack();
        unclaimed.values().forEach(socket -> sockets.push(() -> close(socket)));
        unclaimed.clear();
        sockets.close();
    }

    private static ServerSocketChannel bind(String name, String host, int port) {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(host, port));
            return channel;
        } catch (IOException e) {
            ClusterException failure = new ClusterException(
                    name + ": cannot listen on " + host + ":" + port + " (" + e.getMessage() + ")", e);
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

    private static void close(ServerSocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ClusterException("could not close an unused socket: " + e, e);
        }
    }
}
