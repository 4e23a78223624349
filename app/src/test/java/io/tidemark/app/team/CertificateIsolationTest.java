package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.docs.DocBlock;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same attempts as of {@link TeamIsolationTest}, by principals whom the broker knows by their certificates. */
@Tag("long")
final class CertificateIsolationTest {
    private static final Team ALPHA = new Team("alpha");
    private static final Team BETA = new Team("beta");
    private static final String STRANGER = "stranger";

    @TempDir
    private Path folder;

    @Test
    void certificatesGiveTheRightsThatPasswordsGive() throws Throwable {
        List<String> names = new ArrayList<>(principals());
        names.add(SecuredCluster.ADMIN);
        Path keys = Files.createDirectory(folder.resolve("clients"));
        ClientCertificates certificates = ClientCertificates.of(names, keys);
        ClientCertificates unknown =
                ClientCertificates.of(List.of("alpha-service"), Files.createDirectory(folder.resolve("unknown")));
        try (SecuredCluster cluster = SecuredCluster.withCertificates(folder, certificates)) {
            for (Team team : List.of(ALPHA, BETA)) {
                String[] add = {"admin", "team", "add", team.name(), "--auth", "mtls", "--apply", "--partitions", "1"};
                assertThat(cluster.said(cluster.admin(), 0, add)).contains("changes made, 0 unchanged");
            }
            try (PrincipalClients admin = clients(cluster, cluster.admin())) {
                IsolationAttempts.writeWhatIsRead(ALPHA, admin);
            }
            Map<String, PrincipalClients> users = new LinkedHashMap<>();
            for (String name : principals()) {
                users.put(name, clients(cluster, cluster.trusting(certificates.login(name))));
            }
            DocBlock.of("docs/reference/isolation.md", "isolation-matrix").mustBe(IsolationAttempts.on(ALPHA, users));
            users.values().forEach(PrincipalClients::close);

            try (PrincipalClients forger = clients(cluster, cluster.trusting(unknown.login("alpha-service")))) {
                assertThatThrownBy(() -> forger.write(Topic.WINDOWS.in(ALPHA)))
                        .as("the subject of a service in a certificate that the broker does not trust")
                        .isInstanceOf(SslAuthenticationException.class);
            }
        }
    }

    private static List<String> principals() {
        List<String> names = new ArrayList<>();
        for (Team team : List.of(ALPHA, BETA)) {
            for (PrincipalKind kind : PrincipalKind.values()) {
                names.add(team + "-" + kind.word());
            }
        }
        names.add(STRANGER);
        return names;
    }

    private static PrincipalClients clients(SecuredCluster cluster, Map<String, String> settings) {
        return new PrincipalClients(cluster.bootstrapServers(), settings);
    }
}
