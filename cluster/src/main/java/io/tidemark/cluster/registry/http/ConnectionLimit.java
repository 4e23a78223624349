package io.tidemark.cluster.registry.http;

import io.tidemark.schemas.net.CountedAddress;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Limits connections at a time, of one address and in all; closes further ones. */
final class ConnectionLimit implements Handler<HttpConnection> {
    static final int OF_ADDRESS = 256;
    static final int IN_ALL = 1_024;

    private final Shares<InetAddress> open;

    ConnectionLimit(int ofAddress, int inAll) {
        this.open = new Shares<>(address -> ofAddress, inAll);
    }

    @Override
    public void handle(HttpConnection connection) {
        SocketAddress remote = connection.remoteAddress();
        InetAddress counted =
                CountedAddress.of(new InetSocketAddress(remote.hostAddress(), remote.port()).getAddress());
        if (open.take(counted, 1)) {
            connection.closeHandler(closed -> open.giveBack(counted, 1));
        } else {
            connection.close();
        }
    }
}
