package io.tidemark.web.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.InetAddressSet;

/**
 * Proxies whose {@code X-Forwarded-For} is believed: the caller's address is the last one there that is no trusted proxy's, because what stands before it
 * is what the caller wrote. Jetty's own {@code ForwardedRequestCustomizer} believes everyone, and the first address. No other header of a proxy is believed:
 * nothing here needs one, and a proxy that does not set it passes on what a caller wrote.
 */
public final class TrustedProxies implements HttpConfiguration.Customizer {
    /** No proxy is trusted. */
    public static final TrustedProxies NONE = new TrustedProxies(new InetAddressSet());

    /** An address by its digits; no name, which a foreign name server would resolve. */
    private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}|\\[?[\\p{XDigit}.]*:[\\p{XDigit}:.]*]?");

    private static final Pattern RANGE = Pattern.compile("[^/]+(/\\d{1,3})?");

    private final InetAddressSet addresses;

    private TrustedProxies(InetAddressSet addresses) {
        this.addresses = addresses;
    }

    /**
     * Of addresses, {@code 192.0.2.7}, and ranges, {@code 10.0.0.0/8}.
     *
     * @throws IllegalArgumentException naming what is neither
     */
    public static TrustedProxies parse(List<String> ranges) {
        InetAddressSet addresses = new InetAddressSet();
        for (String range : ranges) {
            String rule = "must be an address or a range such as 10.0.0.0/8 but was " + range;
            if (!RANGE.matcher(range).matches()
                    || !ADDRESS.matcher(range.replaceFirst("/.*", "")).matches()) {
                throw new IllegalArgumentException(rule);
            }
            try {
                addresses.add(range);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(rule, e);
            }
        }
        return new TrustedProxies(addresses);
    }

    boolean has(InetAddress address) {
        return addresses.test(address);
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        ConnectionMetaData connection = request.getConnectionMetaData();
        if (!(connection.getRemoteSocketAddress() instanceof InetSocketAddress peer) || !has(peer.getAddress())) {
            return request;
        }
        List<String> forwarded = request.getHeaders().getCSV(HttpHeader.X_FORWARDED_FOR, false);
        InetSocketAddress caller = new InetSocketAddress(caller(peer.getAddress(), forwarded), 0);
        return new Request.Wrapper(request) {
            @Override
            public ConnectionMetaData getConnectionMetaData() {
                return new ConnectionMetaData.Wrapper(connection) {
                    @Override
                    public SocketAddress getRemoteSocketAddress() {
                        return caller;
                    }
                };
            }
        };
    }

    private InetAddress caller(InetAddress peer, List<String> forwarded) {
        InetAddress nearest = peer;
        for (int i = forwarded.size() - 1; i >= 0 && has(nearest); i--) {
            Optional<InetAddress> next = address(forwarded.get(i));
            if (next.isEmpty()) {
                return nearest;
            }
            nearest = next.get();
        }
        return nearest;
    }

    /** Some proxies add the port. */
    private static Optional<InetAddress> address(String text) {
        try {
            String host = new HostPort(text).getHost();
            return ADDRESS.matcher(host).matches() ? Optional.of(InetAddress.getByName(host)) : Optional.empty();
        } catch (IllegalArgumentException | UnknownHostException e) {
            return Optional.empty();
        }
    }
}
