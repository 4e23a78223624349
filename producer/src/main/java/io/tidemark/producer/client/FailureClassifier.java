package io.tidemark.producer.client;

import io.netty.channel.ChannelException;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.DecoderException;
import io.tidemark.events.Outcome;
import io.tidemark.producer.http.TlsFailureText;
import io.tidemark.producer.openai.RequestOutcome;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an exception of the network, or of the client itself, means. */
public final class FailureClassifier {
    private static final Logger LOG = LoggerFactory.getLogger(FailureClassifier.class);
    private static final int MAX_CAUSES = 20;

    /** How Linux words what it refuses for want of memory. */
    private static final List<String> NO_MEMORY = List.of("Cannot allocate memory", "No buffer space available");

    private FailureClassifier() {}

    /** While a proxy was asked for the target. */
    public static RequestOutcome classifyProxy(Throwable thrown) {
        return clientError(thrown)
                .orElseGet(() -> RequestOutcome.client(
                        Outcome.CONNECTION_REFUSED,
                        "proxy",
                        "the proxy did not connect to the target: " + thrown.getMessage()));
    }

    public static RequestOutcome classify(Throwable thrown) {
        Throwable cause = thrown instanceof DecoderException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return clientError(cause).orElseGet(() -> ofNetwork(cause));
    }

    private static RequestOutcome ofNetwork(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        if (cause instanceof ConnectException) {
            return RequestOutcome.client(Outcome.CONNECTION_REFUSED, "refused", text);
        }
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return RequestOutcome.client(Outcome.DNS, "dns", text);
        }
        if (cause instanceof SSLException) {
            return RequestOutcome.client(
                    Outcome.TLS, "tls", TlsFailureText.describe(cause).orElse(text));
        }
        return RequestOutcome.client(Outcome.CONNECTION_RESET, "reset", text);
    }

    /** What the server has no part in: ports, file handles and memory of this machine, and errors of this program. */
    private static Optional<RequestOutcome> clientError(Throwable thrown) {
        List<Throwable> causes = causes(thrown);
        if (causes.stream().anyMatch(BindException.class::isInstance)) {
            return clientError(
                    "ports",
                    "this machine has no free local port to connect from (" + thrown.getMessage()
                            + "): use connection.keep_alive: reuse, a lower rate, or a wider"
                            + " net.ipv4.ip_local_port_range");
        }
        if (says(causes, List.of("Too many open files"))) {
            return clientError(
                    "files", "this process may not open more files (" + thrown.getMessage() + "): raise ulimit -n");
        }
        if (causes.stream().anyMatch(OutOfMemoryError.class::isInstance) || says(causes, NO_MEMORY)) {
            return clientError(
                    "memory", "this client is out of memory (" + thrown + "): raise -Xmx, or lower limits.in_flight");
        }
        if (!isOfNetwork(thrown)) {
            LOG.error("an error of this client ended a request", thrown);
            return clientError("exception", "an error of this client: " + thrown + at(thrown));
        }
        return Optional.empty();
    }

    private static Optional<RequestOutcome> clientError(String type, String text) {
        return Optional.of(RequestOutcome.client(Outcome.CLIENT_ERROR, type, text));
    }

    private static List<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
                .limit(MAX_CAUSES)
                .toList();
    }

    private static boolean says(List<Throwable> causes, List<String> words) {
        return causes.stream()
                .filter(cause -> cause instanceof IOException)
                .anyMatch(cause -> words.stream().anyMatch(String.valueOf(cause.getMessage())::contains));
    }

    /** Libraries report network failures as checked exceptions, and as these unchecked ones. */
    private static boolean isOfNetwork(Throwable thrown) {
        boolean unchecked = thrown instanceof RuntimeException || thrown instanceof Error;
        return !unchecked
                || thrown instanceof CodecException
                || thrown instanceof ChannelException
                || thrown instanceof UnresolvedAddressException;
    }

    private static String at(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("io.tidemark"))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }
}
