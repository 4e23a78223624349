package io.tidemark.schemas.net;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A host and a TCP port. In text an IPv6 address stands in brackets, as in URLs and in Kafka's {@code bootstrap.servers}.
 *
 * @param host a name, or an address without brackets
 * @param port 0 for one that is free, or not known yet
 */
public record HostPort(String host, int port) {
    private static final int MAX_PORT = 65_535;
    private static final Pattern NAME = Pattern.compile("[^\\s/@?#\\[\\],:]+");
    private static final Pattern BRACKETS = Pattern.compile("\\[(.*)]");

    /** @throws IllegalArgumentException if the host is neither a name nor an address, or there is no such port */
    public HostPort {
        host = BRACKETS.matcher(host).replaceFirst("$1");
        if (!NAME.matcher(host).matches() && !isIpv6(host)) {
            throw new IllegalArgumentException("the host must be a name or an address but was '" + host + "'");
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("the port must be in [0, " + MAX_PORT + "] but was " + port);
        }
    }

    /**
     * Reads {@code HOST:PORT} or {@code [IPV6]:PORT}.
     *
     * @throws IllegalArgumentException with the rule that the text breaks
     */
    public static HostPort parse(String text) {
        return read(text)
                .filter(HostAndPort::hasPort)
                .map(found -> new HostPort(found.getHost(), found.getPort()))
                .orElseThrow(() -> refused("HOST:PORT", text));
    }

    /**
     * Reads the same, or a host alone, whose port is then 0. An IPv6 address alone may go without brackets.
     *
     * @throws IllegalArgumentException with the rule that the text breaks
     */
    public static HostPort parseWithOptionalPort(String text) {
        return read(text)
                .map(found -> new HostPort(found.getHost(), found.getPortOrDefault(0)))
                .orElseThrow(() -> refused("HOST or HOST:PORT", text));
    }

    private static Optional<HostAndPort> read(String text) {
        try {
            HostAndPort found = HostAndPort.fromString(text);
            boolean fits = NAME.matcher(found.getHost()).matches() || isIpv6(found.getHost());
            // Guava takes "host:" for a host.
            boolean lacksPort = text.endsWith(":") && !found.hasPort() && !isIpv6(text);
            return fits && !lacksPort ? Optional.of(found) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException refused(String form, String text) {
        return new IllegalArgumentException("must be " + form
                + ", the port in [0, 65535] and an IPv6 address in brackets as in [::1]:9092, but was '" + text + "'");
    }

    private static boolean isIpv6(String host) {
        return host.indexOf(':') >= 0 && InetAddresses.isInetAddress(host.replaceFirst("%[\\w.-]+$", ""));
    }

    public HostPort withPort(int other) {
        return new HostPort(host, other);
    }

    /** Whether only this machine reaches it. A name that cannot be resolved is no loopback. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Whether it is every address of a machine, 0.0.0.0 or ::. A server can listen there; no client can connect to it. */
    public boolean isWildcard() {
        return InetAddresses.isInetAddress(host)
                && InetAddresses.forString(host).isAnyLocalAddress();
    }

    /** Looks a name up, as each new connection must. */
    public InetSocketAddress resolved() {
        return new InetSocketAddress(host, port);
    }

    /** As in a URL: {@code host:port} or {@code [ipv6]:port}. */
    @Override
    public String toString() {
        return HostAndPort.fromParts(host, port).toString();
    }
}
