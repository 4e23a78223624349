package io.tidemark.producer.client.http;

import io.netty.handler.proxy.HttpProxyHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;

/**
 * A way through an HTTP proxy, by CONNECT.
 *
 * @param destination the target by its name, which the proxy looks up
 */
record ProxyTunnel(HttpProxyHandler handler, SocketAddress destination) {
    /** Empty where there is no proxy, or where it passes the requests on themselves. */
    static Optional<ProxyTunnel> needed(Connector.ConnectorConfig setting, SocketAddress proxy) {
        return setting.plan()
                .proxy()
                .filter(plan -> !setting.head().isPassedOnByProxy())
                .map(plan -> of(setting, proxy));
    }

    private static ProxyTunnel of(Connector.ConnectorConfig setting, SocketAddress proxy) {
        HttpProxyHandler handler = handler(setting.options().credentials().proxyUser(), proxy);
        // The attempt to connect has a deadline of its own.
        handler.setConnectTimeoutMillis(0);
        return new ProxyTunnel(
                handler,
                InetSocketAddress.createUnresolved(
                        setting.endpoint().host(), setting.endpoint().port()));
    }

    private static HttpProxyHandler handler(Optional<String> user, SocketAddress proxy) {
        if (user.isEmpty()) {
            return new HttpProxyHandler(proxy);
        }
        String[] parts = user.get().split(":", 2);
        return new HttpProxyHandler(proxy, parts[0], parts.length < 2 ? "" : parts[1]);
    }
}
