package io.tidemark.cluster.registry;

import io.tidemark.cluster.local.LocalCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmbeddedRegistryContractTest extends RegistryContract {
    private LocalCluster cluster;

    @BeforeAll
    void start(@TempDir Path dir) {
        cluster = LocalCluster.start(dir);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Override
    String url() {
        return cluster.registryUrl();
    }
}
