package io.tidemark.producer.client;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.tidemark.events.Outcome;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** What an exception of the network means. */
final class Failures {
    private Failures() {}

    static Ending of(Throwable thrown) {
        Throwable cause = thrown instanceof DecoderException && thrown.getCause() != null ? thrown.getCause() : thrown;
        String text = String.valueOf(cause.getMessage());
        if (cause instanceof ConnectTimeoutException || cause instanceof SslHandshakeTimeoutException) {
            return Ending.client(Outcome.CONNECT_TIMEOUT, "connect_timeout", text);
        }
        if (cause instanceof ConnectException) {
            return Ending.client(Outcome.CONNECTION_REFUSED, "refused", text);
        }
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return Ending.client(Outcome.DNS, "dns", text);
        }
        if (cause instanceof SSLException) {
            return Ending.client(Outcome.TLS, "tls", text);
        }
        return Ending.client(Outcome.CONNECTION_RESET, "reset", text);
    }
}
