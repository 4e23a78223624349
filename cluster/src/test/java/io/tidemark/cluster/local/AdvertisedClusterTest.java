package io.tidemark.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.schemas.net.HostPort;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdvertisedClusterTest {
    @TempDir
    private Path dir;

    /** As in a container, whose published port is no port of its own. */
    @Test
    @Tag("integration")
    void onEveryAddressClientsOfThisMachineAreToldLoopbackAndOthersWhatIsAdvertised() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(on("0.0.0.0"))) {
            HostPort here = HostPort.parse(cluster.bootstrapServers());
            HostPort elsewhere = new HostPort("localhost", cluster.kafkaPort());
            assertThat(cluster.advertisedServers()).isEqualTo(elsewhere.toString());
            assertThat(told(here)).isEqualTo(here);
            assertThat(told(new HostPort("127.0.0.1", cluster.kafkaPort()))).isEqualTo(elsewhere);

            URI registry = URI.create(cluster.registryUrl());
            assertThat(registry.getHost()).isEqualTo("127.0.0.1");
            assertThat(cluster.advertisedRegistryUrl()).isEqualTo("http://localhost:" + registry.getPort());
        }
    }

    @Test
    void aWildcardNeedsAnAddressThatClientsCanConnectTo() {
        assertThatThrownBy(() -> on("::"))
                .hasMessage("kafka.host must be an address that clients can connect to, but was '::'");
        HostPort wildcard = new HostPort("0.0.0.0", 9092);
        assertThatThrownBy(() -> LocalClusterOptions.in(dir).advertising(Optional.of(wildcard), Optional.empty()))
                .hasMessage("kafka.advertised must be an address that clients can connect to, but was '0.0.0.0'");
    }

    @Test
    @Tag("integration")
    void ipv6IsPrintedInBracketsAndServesClients() throws Exception {
        assumeThat(hasIpv6Loopback()).as("SKIPPED: this machine has no ::1").isTrue();
        try (LocalCluster cluster = LocalCluster.start(on("[::1]"))) {
            assertThat(cluster.bootstrapServers()).matches("\\[::1]:\\d+");
            assertThat(cluster.advertisedServers()).isEqualTo(cluster.bootstrapServers());
            assertThat(cluster.registryUrl()).matches("http://\\[::1]:\\d+");
            HostPort kafka = HostPort.parse(cluster.bootstrapServers());
            assertThat(told(kafka)).isEqualTo(kafka);
        }
    }

    private LocalClusterOptions on(String host) {
        LocalClusterOptions options = LocalClusterOptions.in(dir);
        return host.equals("0.0.0.0")
                ? options.advertising(Optional.of(new HostPort("localhost", 0)), Optional.empty())
                        .listeningOn(host, 0, 0)
                : options.listeningOn(host, 0, 0);
    }

    /** The only broker, as it is named to whom asks at an address. */
    private static HostPort told(HostPort asked) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", asked.toString()))) {
            return admin.describeCluster().nodes().get().stream()
                    .map(node -> new HostPort(node.host(), node.port()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean hasIpv6Loopback() {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new HostPort("::1", 0).resolved());
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
