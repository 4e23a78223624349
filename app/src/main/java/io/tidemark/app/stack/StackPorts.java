package io.tidemark.app.stack;

import io.tidemark.cluster.ListenException;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.cluster.local.LocalClusterOptions;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.servers.process.LocalPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;

/** The ports of a local stack: those that were asked for, else those of the last time, else free ones. */
public final class StackPorts {
    private static final Map<String, String> OPTIONS =
            Map.of("kafka.port", "--kafka-port", "registry.port", "--registry-port");

    private StackPorts() {}

    /** @throws OperationException saying who has a port that is taken, as far as this user may know */
    static LocalCluster start(StackOptions options, Optional<StackFile.Entry> last) {
        try {
            return LocalCluster.start(clusterOptions(options, last));
        } catch (ListenException e) {
            throw refused(OPTIONS.getOrDefault(e.setting(), e.setting()), e);
        }
    }

    /**
     * Why an address cannot be listened on, and what to do.
     *
     * @param option that names the port
     */
    public static OperationException refused(String option, ListenException error) {
        HostPort address = error.address();
        Optional<String> holder = new LocalPort(address.port()).holder();
        if (holder.isEmpty() && !String.valueOf(error.getMessage()).contains("in use")) {
            return new UnavailableException(
                    "cannot listen on " + address + ": " + error.getCause()
                            + "; --host must be an address of this machine",
                    error);
        }
        return new UnavailableException(
                option + " " + address.port() + ": " + address + " is in use by "
                        + holder.orElse("a process that this user cannot see")
                        + "; end it, or give another " + option + ", 0 for a free one",
                error);
    }

    /** Ports of the last time are taken again if they are free, so that producers that were cut off find the broker where it was. */
    private static LocalClusterOptions clusterOptions(StackOptions options, Optional<StackFile.Entry> last) {
        StackAddresses asked = options.addresses();
        int kafka = asked.kafkaPort() != 0
                ? asked.kafkaPort()
                : freeOrZero(
                        asked.host(), last.map(StackFile.Entry::portOfKafka).orElse(0));
        int registry = asked.registryPort() != 0
                ? asked.registryPort()
                : freeOrZero(
                        asked.host(), last.map(StackFile.Entry::portOfRegistry).orElse(0));
        return LocalClusterOptions.in(options.home().resolve("cluster"))
                .advertising(asked.advertised(), asked.advertisedRegistry())
                .listeningOn(asked.host(), kafka, registry);
    }

    private static int freeOrZero(String host, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return port == 0 ? 0 : socket.getLocalPort();
        } catch (IOException e) {
            // Another process has it by now: any free one will do.
            return 0;
        }
    }
}
