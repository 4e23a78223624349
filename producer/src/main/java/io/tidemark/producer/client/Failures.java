package io.tidemark.producer.client;

import io.netty.handler.codec.DecoderException;
import io.tidemark.events.Outcome;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** What an exception of the network means. */
final class Failures {
    private Failures() {}

    /** While a proxy was asked for the target. */
    static Ending ofProxy(Throwable thrown) {
        return Ending.client(
                Outcome.CONNECTION_REFUSED, "proxy", "the proxy did not connect to the target: " + thrown.getMessage());
    }

    static Ending of(Throwable thrown) {
        Throwable cause = thrown instanceof DecoderException && thrown.getCause() != null ? thrown.getCause() : thrown;
        String text = String.valueOf(cause.getMessage());
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
