package io.tidemark.app.stack;

import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.util.Optional;

/**
 * Where a local stack listens, and which addresses it advertises to clients on other machines.
 *
 * @param host address that broker and registry listen on
 * @param kafkaPort 0 for that of the last time or else a free one
 * @param registryPort likewise
 * @param advertised the broker's address for clients on other machines, its port 0 for the one that is listened on; empty for the address
 *     that is listened on
 * @param advertisedRegistry the registry's URL for clients on other machines; empty for the broker's host, and the port that is listened on
 */
public record StackAddresses(
        String host, int kafkaPort, int registryPort, Optional<HostPort> advertised, Optional<URI> advertisedRegistry) {
    /** Advertises the addresses that are listened on to clients. */
    public StackAddresses(String host, int kafkaPort, int registryPort) {
        this(host, kafkaPort, registryPort, Optional.empty(), Optional.empty());
    }

    /** Loopback and the ports of the last time, or else free ones. */
    static StackAddresses loopback() {
        return new StackAddresses("127.0.0.1", 0, 0);
    }

    /** Whether other machines reach it, if nothing on the way keeps them from it. */
    public boolean isOpenToOthers() {
        return !new HostPort(host, 0).isLoopback();
    }
}
